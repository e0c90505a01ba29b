import type { Statement } from './statement.ts';

const says = <Id extends string>(id: Id, text: string) => ({ id, section: 'P4', says: text }) as const;

/** Audited requirements of P4 (base contract) on states, as the API shows them. */
export const statements = [
  says('states-1', 'An evaluation’s status is pendiente, en_proceso or cerrada; a new one is not closed.'),
  says('states-2', 'Signing with a doctor makes it cerrada.'),
  says('states-3', 'Signing sets closed_at and the doctor.'),
  says('states-4', 'A closed evaluation can be reopened.'),
  says('states-5', 'After reopening notes can be changed again.'),
  says('states-6', 'After reopening results and exams can be changed again.'),
  says('states-7', 'After reopening attachments can be added again.'),
  says('states-8', 'A reopened evaluation can be signed anew.'),
  says('states-9', 'Signing needs at least one exam order.'),
  says('states-10', 'Signing needs result notes in every order.'),
  says('states-11', 'Signing needs a medical note with content.'),
  says('states-12', 'Signing needs the patient’s signature.'),
  says('states-13', 'What is closed already cannot be signed.'),
  says('states-14', 'Signing needs a doctor.'),
  says('states-15', 'The concept is made of closed evaluations only.'),
  says('states-16', 'The clinical history is made of closed evaluations only.'),
  says('states-17', 'An active user can be suspended, without a reason.'),
  says('states-18', 'An active user can be suspended with a reason.'),
  says('states-19', 'A suspended user can be reactivated.'),
  says('states-20', 'An invited user can be activated.'),
  says('states-21', 'A user can be created invited, active or suspended.'),
  says('states-22', 'Evaluation types are switched off and on by their status call.'),
  says('states-23', 'Companies are switched off and on by their status call.'),
  says('states-24', 'Branches are switched off and on by their status call.'),
  says('states-25', 'Exams are switched off and on by their status call.'),
  says('states-26', 'Doctors are switched off and on by their status call.'),
  says('states-27', 'Saving a company does not touch is_active: the status call alone does.'),
  says('states-28', 'A branch has no logo, has one after the upload, and none after the removal.'),
  says('states-29', 'A logo can be uploaded only to a branch that is saved.'),
  says('states-30', 'The active branch can be set.'),
  says('states-31', 'The active branch can be cleared (global mode) by who manages users.'),
  says('states-32', 'Others cannot clear the active branch.'),
] as const satisfies readonly Statement[];
