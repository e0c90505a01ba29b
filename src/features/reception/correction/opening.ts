import type { Rejection } from '#domain/outbox/item.ts';
import { additionalValuesIn, type RegistrationForm } from '#domain/registration.ts';
import { readQueuedRegistration } from '#storage/outbox/entries.ts';
import {
  readCorrectionAvailability,
  type CorrectionAvailability,
} from '#storage/outbox/registrations/open-correction.ts';
import { areCorrectionsPossiblySupported } from '#storage/database/server-traits.ts';
import { openCorrection as seedCorrection } from '#sync/changes/corrections.ts';
import {
  fetchRegistration,
  openCachedRegistration,
  type RegistrationFetchResult,
} from '#sync/reads/evaluations/registration.ts';
import { additionalErrorKeyOf, fieldsOfStep } from '../additional/step-fields.ts';
import { loadFieldsByForm } from '../additional/fields-by-form.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import {
  loadWizardStart,
  rejectionOfItem,
  findRecapturablePictures,
  type CorrectionObstacle,
  type CorrectionTools,
  type OpenedReception,
} from '../draft/start.ts';
import { correctionContentOfForm } from './correction-of.ts';
import { isPersonChoiceRequired } from './moved-person.ts';

export { findCorrectionDraftKey } from '#storage/outbox/registrations/open-correction.ts';

const correctionTools: CorrectionTools = {
  readCorrectionNow: readCorrectionAvailability,
  correctionOf: correctionContentOfForm,
  isPersonAsked: isPersonChoiceRequired,
};

type CorrectionKey = DraftKey & { readonly entryId: string; readonly branchId: string };

/**
 * Returns the registration from the server. Returns null without a request if the evaluation has no id yet or the server is
 * known not to accept corrections; the correction then starts from the device's data. If the server cannot be reached, returns
 * the cached evaluation, unless this device already knows the registration from an entry.
 */
async function readSentRegistration(
  { ownerId, branchId }: CorrectionKey,
  { evaluationId, isKnown }: Extract<CorrectionAvailability, { type: 'correction' }>,
): Promise<RegistrationFetchResult | null> {
  if (evaluationId === null || !(await areCorrectionsPossiblySupported(Date.now()))) return null;
  const fetched = await fetchRegistration(evaluationId);
  if (fetched.type !== 'unreachable' || isKnown) return fetched;
  return (await openCachedRegistration({ ownerId, branchId }, evaluationId)) ?? fetched;
}

async function seedCorrectionOfSentRegistration(
  draftKey: CorrectionKey,
  now: Extract<CorrectionAvailability, { type: 'correction' }>,
): Promise<CorrectionObstacle | null> {
  const fetched = await readSentRegistration(draftKey, now);
  if (fetched?.type === 'closed' || fetched?.type === 'lacking' || fetched?.type === 'not_found')
    return fetched.type;
  const registration = fetched?.type === 'known' ? fetched.registration : null;
  const isOpened = await seedCorrection(draftKey.ownerId, draftKey.entryId, registration);
  return isOpened || now.isKnown ? null : 'unreachable';
}

/** The server names an additional value by its index in the request, such as `additional_fields.2.value`. */
const VALUE_INDEX_PATTERN = /^additional_fields\.(\d+)/;

/**
 * Returns the rejection in which messages about additional values name the inputs of the form. A message about a value that
 * the form no longer shows stays as it is.
 * @param sent form from which the rejected request was created
 */
async function mapValueErrorsToInputs(
  rejection: Rejection,
  sent: RegistrationForm,
  form: RegistrationForm,
): Promise<Rejection> {
  const fields = (await loadFieldsByForm())(form);
  const values = additionalValuesIn(sent);
  const keys = new Map(
    ([0, 1] as const).flatMap((step) =>
      fieldsOfStep(fields, form, step).map(({ id }) => [id, additionalErrorKeyOf(step, id)] as const),
    ),
  );
  const placeOf = (field: string): string => {
    const value = values[Number(VALUE_INDEX_PATTERN.exec(field)?.[1] ?? -1)];
    return keys.get(value?.field_id ?? '') ?? field;
  };
  const details = rejection.details.map(({ field, message }) => ({ field: placeOf(field), message }));
  return { ...rejection, details };
}

/**
 * Opens the draft of a correction; creates the draft if it does not exist.
 * @param isSent true if the registration was sent; if false, its rejected pictures are captured again
 * @throws StorageProblem when the device's storage or the user's key is unavailable
 */
export async function openCorrection(draftKey: CorrectionKey, isSent: boolean): Promise<OpenedReception> {
  const { ownerId, entryId: key } = draftKey;
  const [entry, now] = await Promise.all([
    readQueuedRegistration(ownerId, key),
    readCorrectionAvailability(ownerId, key),
  ]);
  if (entry && !isSent && findRecapturablePictures(entry).length > 0)
    return { name: 'recapture', entryId: key };
  if (now.type === 'none') return { name: 'nothing_to_correct', why: 'not_waiting' };
  const why = now.type === 'correction' ? await seedCorrectionOfSentRegistration(draftKey, now) : null;
  if (why !== null) return { name: 'nothing_to_correct', why };
  if (now.type === 'registration') await seedCorrection(ownerId, key, null);
  const refusal = rejectionOfItem(entry?.items.find((item) => item.kind === 'evaluation'));
  const start = await loadWizardStart(draftKey, refusal);
  // Another window has discarded the draft. An empty form would look as if it were the registration.
  if (!start.restored) return { name: 'nothing_to_correct', why: 'not_waiting' };
  const placed =
    entry && refusal && (await mapValueErrorsToInputs(refusal, entry.summary.form, start.content.form));
  return { name: 'wizard', start: { ...start, refusal: placed, restored: false, tools: correctionTools } };
}
