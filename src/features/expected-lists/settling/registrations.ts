import type { ExpectedStatus } from '#contract/records/evaluation/expected-lists.ts';
import type { RepetitionDecision } from '#contract/vocabulary.ts';

export type RegisteredStatus = Extract<ExpectedStatus, { state: 'registered' }>;

/** Relation of one evaluation to the other evaluations of the person. */
export type RegistrationRole =
  | { readonly type: 'first' }
  | { readonly type: 'unsettled' }
  | {
      readonly type: 'settled';
      readonly decision: RepetitionDecision;
      readonly at: string;
      readonly by: string;
    };

export interface Registration {
  readonly evaluationId: string;
  readonly role: RegistrationRole;
  /** True if the patient of the evaluation has another document than the announced person. */
  readonly hasOtherDocument: boolean;
}

/** Returns the evaluations of a registered person: the person's evaluation, those without a decision, and the settled ones. */
export function registrationsOf(status: RegisteredStatus): Registration[] {
  const toRegistration = (evaluationId: string, role: RegistrationRole): Registration => ({
    evaluationId,
    role,
    hasOtherDocument: status.other_document.includes(evaluationId),
  });
  return [
    toRegistration(status.evaluation_id, { type: 'first' }),
    ...status.repeated.map((id) => toRegistration(id, { type: 'unsettled' })),
    ...status.settled.map(({ evaluation_id: id, decision, at, by }) =>
      toRegistration(id, { type: 'settled', decision, at, by }),
    ),
  ];
}

const isRepetition = ({ role }: Registration): boolean =>
  role.type === 'settled' && role.decision === 'repeats';

/** Returns the decisions that change something about an evaluation. One evaluation of the person always stays. */
export function decisionsFor(registration: Registration, all: readonly Registration[]): RepetitionDecision[] {
  const { role, evaluationId } = registration;
  if (isRepetition(registration)) return ['keep'];
  const hasOther = all.some((one) => one.evaluationId !== evaluationId && !isRepetition(one));
  return [
    ...(role.type === 'unsettled' ? (['keep'] as const) : []),
    ...(hasOther ? (['repeats'] as const) : []),
  ];
}

/** Returns true if the registrations of the person are worth a look: further ones, or one of another document. */
export const hasNotableRegistrations = (status: RegisteredStatus): boolean =>
  status.repeated.length + status.settled.length + status.other_document.length > 0;
