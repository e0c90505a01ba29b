import type { Statement } from './statement.ts';

const statement = <Id extends string>(id: Id, text: string) => ({ id, section: 'P4', says: text }) as const;

/** Audited requirements of P4 (base contract) on states, as the API shows them. */
export const statements = [
  statement(
    'states-1',
    'An evaluation’s status is pendiente, en_proceso or cerrada; a new one is not closed.',
  ),
  statement('states-2', 'Signing with a doctor makes it cerrada.'),
  statement('states-3', 'Signing sets closed_at and the doctor.'),
  statement('states-4', 'A closed evaluation can be reopened.'),
  statement('states-5', 'After reopening notes can be changed again.'),
  statement('states-6', 'After reopening results and exams can be changed again.'),
  statement('states-7', 'After reopening attachments can be added again.'),
  statement('states-8', 'A reopened evaluation can be signed anew.'),
  statement('states-9', 'Signing needs at least one exam order.'),
  statement('states-10', 'Signing needs result notes in every order.'),
  statement('states-11', 'Signing needs a medical note with content.'),
  statement('states-12', 'Signing needs the patient’s signature.'),
  statement('states-13', 'What is closed already cannot be signed.'),
  statement('states-14', 'Signing needs a doctor.'),
  statement('states-15', 'The concept is made of closed evaluations only.'),
  statement('states-16', 'The clinical history is made of closed evaluations only.'),
  statement('states-17', 'An active user can be suspended, without a reason.'),
  statement('states-18', 'An active user can be suspended with a reason.'),
  statement('states-19', 'A suspended user can be reactivated.'),
  statement('states-20', 'An invited user can be activated.'),
  statement('states-21', 'A user can be created invited, active or suspended.'),
  statement('states-22', 'Evaluation types are switched off and on by their status call.'),
  statement('states-23', 'Companies are switched off and on by their status call.'),
  statement('states-24', 'Branches are switched off and on by their status call.'),
  statement('states-25', 'Exams are switched off and on by their status call.'),
  statement('states-26', 'Doctors are switched off and on by their status call.'),
  statement('states-27', 'Saving a company does not touch is_active: the status call alone does.'),
  statement('states-28', 'A branch has no logo, has one after the upload, and none after the removal.'),
  statement('states-29', 'A logo can be uploaded only to a branch that is saved.'),
  statement('states-30', 'The active branch can be set.'),
  statement('states-31', 'The active branch can be cleared (global mode) by who manages users.'),
  statement('states-32', 'Others cannot clear the active branch.'),
] as const satisfies readonly Statement[];
