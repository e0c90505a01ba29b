import type { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import { fullName } from '#domain/patient/name.ts';
import {
  visitChoicesKey,
  type LocalPatient,
  type RegistrationForm,
  type RegistrationLabels,
} from '#domain/registration.ts';
import { recordChoiceUses, VISIT_CHOICES_RESOURCE } from '#storage/cache/recents.ts';
import type { CorrectionContent } from '#storage/outbox/confirmation.ts';
import {
  enqueueConfirmation,
  readDraftForConfirmation,
  type Confirmation,
  type ConfirmationResult,
} from '#storage/outbox/registrations/enqueue.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { requestDrain } from './outbox.ts';

export interface RegistrationInput {
  readonly ownerId: string;
  readonly branchId: string;
  /** Key of a correction's draft; null for a new registration. */
  readonly entryId: string | null;
  /** Correction to send if the registration was already sent; null if the user gave no reason. */
  readonly correction: CorrectionContent | null;
  /** Ids of earlier corrections whose values this correction contains. */
  readonly replaces: readonly string[];
  readonly body: CreateEvaluationBody;
  readonly form: RegistrationForm;
  readonly linked: LocalPatient | null;
  readonly labels: RegistrationLabels;
  readonly person: LocalPatient;
  /** Offset from the device's clock to the server's, ms (S15). */
  readonly clockOffset: number;
}

export type RegistrationConfirmResult =
  | ConfirmationResult
  | { readonly type: 'storage'; readonly problem: StorageProblem };

const listChosenCatalogRows = (body: CreateEvaluationBody, form: RegistrationForm) => [
  { resource: VISIT_CHOICES_RESOURCE, id: visitChoicesKey(form) },
  { resource: 'evaluation-types', id: body.evaluation_type_id },
  ...[body.employer_company_id, body.contractor_company_id].flatMap((id) =>
    id ? [{ resource: 'companies', id }] : [],
  ),
];

function toConfirmation(input: RegistrationInput): Confirmation {
  const {
    ownerId,
    branchId,
    entryId,
    correction,
    replaces,
    body,
    form,
    labels,
    linked,
    person,
    clockOffset,
  } = input;
  return {
    ownerId,
    branchId,
    correcting: entryId,
    correction,
    replaces,
    capturedAt: Date.now(),
    clockOffset,
    body: JSON.stringify(body),
    summary: {
      patientName: fullName(person),
      identification_type: person.identification_type,
      identification_number: person.identification_number,
      labels,
      form,
      linked,
    },
    person,
  };
}

/** Delay before the chosen catalogue rows are counted as used, ms, so that the next form is rendered first. */
const RECORD_USES_DELAY_MS = 1_000;

const recordChosenRowUses = ({ ownerId, branchId, body, form }: RegistrationInput): Promise<void> =>
  recordChoiceUses(ownerId, listChosenCatalogRows(body, form), { branchId, at: Date.now() });

type DraftReference = Pick<RegistrationInput, 'ownerId' | 'entryId'>;

/**
 * Queues a confirmed registration (S1, S2, S3) with the draft's photo and signature, and deletes the draft in the same
 * transaction. Every other result leaves the draft unchanged, for example when `isWanted` resolves to false. The exception is
 * `unverified`, which can also follow the deletion (see `ConfirmationResult`).
 */
export async function confirmRegistration(
  { ownerId, entryId }: DraftReference,
  coming: Promise<RegistrationInput>,
  isWanted: Promise<boolean>,
): Promise<RegistrationConfirmResult> {
  try {
    const [input, opened] = await Promise.all([coming, readDraftForConfirmation(ownerId, entryId)]);
    const confirmed = await enqueueConfirmation(toConfirmation(input), isWanted, opened);
    if (confirmed.type === 'confirmed') {
      requestDrain('enqueue');
      setTimeout(() => void recordChosenRowUses(input).catch(reportError), RECORD_USES_DELAY_MS);
    }
    return confirmed;
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', problem: error };
    throw error;
  }
}
