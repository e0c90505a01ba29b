import type { Statement } from '../statement.ts';

const defineStatement = <Id extends string>(id: Id, text: string) =>
  ({ id, section: 'P4', says: text }) as const;

/** Audited requirements of P4 (base contract) on states, as the API shows them. */
export const statements = [
  defineStatement(
    'states-1',
    'An evaluation’s status is pendiente, en_proceso or cerrada; a new one is not closed.',
  ),
  defineStatement('states-2', 'Signing with a doctor makes it cerrada.'),
  defineStatement('states-3', 'Signing sets closed_at and the doctor.'),
  defineStatement('states-4', 'A closed evaluation can be reopened.'),
  defineStatement('states-5', 'After reopening notes can be changed again.'),
  defineStatement('states-6', 'After reopening results and exams can be changed again.'),
  defineStatement('states-7', 'After reopening attachments can be added again.'),
  defineStatement('states-8', 'A reopened evaluation can be signed anew.'),
  defineStatement('states-9', 'Signing needs at least one exam order.'),
  defineStatement('states-10', 'Signing needs result notes in every order.'),
  defineStatement('states-11', 'Signing needs a medical note with content.'),
  defineStatement('states-12', 'Signing needs the patient’s signature.'),
  defineStatement('states-13', 'What is closed already cannot be signed.'),
  defineStatement('states-14', 'Signing needs a doctor.'),
  defineStatement('states-15', 'The concept is made of closed evaluations only.'),
  defineStatement('states-16', 'The clinical history is made of closed evaluations only.'),
  defineStatement('states-17', 'An active user can be suspended, without a reason.'),
  defineStatement('states-18', 'An active user can be suspended with a reason.'),
  defineStatement('states-19', 'A suspended user can be reactivated.'),
  defineStatement('states-20', 'An invited user can be activated.'),
  defineStatement('states-21', 'A user can be created invited, active or suspended.'),
  defineStatement('states-22', 'Evaluation types are switched off and on by their status call.'),
  defineStatement('states-23', 'Companies are switched off and on by their status call.'),
  defineStatement('states-24', 'Branches are switched off and on by their status call.'),
  defineStatement('states-25', 'Exams are switched off and on by their status call.'),
  defineStatement('states-26', 'Doctors are switched off and on by their status call.'),
  defineStatement('states-27', 'Saving a company does not touch is_active: the status call alone does.'),
  defineStatement('states-28', 'A branch has no logo, has one after the upload, and none after the removal.'),
  defineStatement('states-29', 'A logo can be uploaded only to a branch that is saved.'),
  defineStatement('states-30', 'The active branch can be set.'),
  defineStatement('states-31', 'The active branch can be cleared (global mode) by who manages users.'),
  defineStatement('states-32', 'Others cannot clear the active branch.'),
] as const satisfies readonly Statement[];
