import { PatientInput } from '#contract/records/evaluation/patients.ts';
import { correctionBody } from '#domain/correction.ts';
import { fullName } from '#domain/patient/name.ts';
import type { DraftContent, RegistrationForm } from '#domain/registration.ts';
import { loadDraft, saveDraftContent, saveDraftPicture, type PictureSlot } from '#storage/drafts/drafts.ts';
import {
  enqueueConfirmation,
  type Confirmation,
  type ConfirmationResult,
} from '#storage/outbox/registrations/enqueue.ts';
import { openCorrection, type LabelledRegistration } from '#storage/outbox/registrations/open-correction.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { db } from '#storage/database/database.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import {
  ANA_ID,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  REMOTE_EVALUATION_ID,
  createLocalPatient,
  randomPicture,
} from './device.ts';

export const CORRECTION_REASON = 'La empresa no era esa';

interface TypedCorrection {
  readonly form?: Partial<RegistrationForm>;
  readonly retaken?: readonly PictureSlot[];
  readonly ownerId?: string;
  /** Reason of the correction; empty if the wizard has not prompted for a reason. */
  readonly reason?: string;
  readonly capturedAt?: number;
  readonly clockOffset?: number;
  readonly told?: LabelledRegistration | null;
}

export function createCorrectionConfirmation(
  key: string,
  content: DraftContent,
  typed: TypedCorrection = {},
): Confirmation {
  const { ownerId = ANA_ID, reason = CORRECTION_REASON, capturedAt = Date.now(), clockOffset = 0 } = typed;
  const { form, correcting } = content;
  const labels = { evaluationType: 'Ingreso', employerCompany: 'Minas', contractorCompany: null };
  const { identification_type, identification_number } = form;
  const shown = {
    patientName: fullName(form),
    identification_type,
    identification_number,
    labels,
    form,
    linked: null,
  };
  const patient = PatientInput.parse({
    identification_type,
    identification_number,
    first_name: form.first_name,
    last_name: form.last_name,
  });
  const before = correcting?.before ?? form;
  return confirmation(identification_number, {
    ownerId,
    capturedAt,
    clockOffset,
    correcting: key,
    body: JSON.stringify({ patient: { ...patient }, occupation: form.occupation_name }),
    summary: shown,
    person: { ...createLocalPatient(identification_number), first_name: form.first_name },
    replaces: correcting?.replaces ?? [],
    correction:
      reason === ''
        ? null
        : {
            bodyFor: (pictures) => {
              const body = correctionBody({ before, form, reason, patient }, pictures);
              return body && JSON.stringify(body);
            },
            summary: { ...shown, before, labelsBefore: correcting?.labels ?? labels, reason },
          },
  });
}

export async function typeCorrection(key: string, typed: TypedCorrection = {}): Promise<DraftContent> {
  const { form = {}, retaken = [], ownerId = ANA_ID, reason = CORRECTION_REASON, told = null } = typed;
  if (!(await openCorrection(ownerId, key, told))) throw new Error('nothing to correct');
  const opened = (await loadDraft(ownerId, key))?.content;
  if (!opened) throw new Error('no draft');
  const content: DraftContent = {
    ...opened,
    form: { ...opened.form, ...form },
    correcting: opened.correcting && { ...opened.correcting, reason },
  };
  await saveDraftContent(ownerId, key, content);
  for (const slot of retaken)
    await saveDraftPicture(ownerId, key, slot, randomPicture(slot === 'photo' ? 15_000 : 8_000));
  return content;
}

export const typeAndConfirmCorrection = async (
  key: string,
  typed: TypedCorrection = {},
): Promise<ConfirmationResult> =>
  enqueueConfirmation(createCorrectionConfirmation(key, await typeCorrection(key, typed), typed));

export const MINES_EMPLOYER_ID = '77777777-7777-4777-8777-777777777777';
export const OTHER_EMPLOYER_ID = '88888888-8888-4888-8888-888888888888';

export const settleAsDelivered = (claimed: ClaimedItem, remoteId: string = REMOTE_EVALUATION_ID) =>
  outboxStore.settle(claimed, { type: 'deliver', remoteId }, Date.now());
/** Records that no response arrived. The item is due again immediately. */
export const deferItemWithoutResponse = (claimed: ClaimedItem) =>
  outboxStore.settle(
    claimed,
    { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0 },
    Date.now() - 100_000,
  );

/** Returns the state, hold and due time of each queued item; the keys are the start of the entry's id and the item's kind. */
export const readItemStates = async (): Promise<Record<string, string>> => {
  const rows = await db.items.toArray();
  return Object.fromEntries(
    rows.map(({ kind, heldFor, dueAt, state, entryId }) => [
      `${entryId.slice(0, 4)} ${kind}`,
      [state.name, heldFor === undefined ? 'free' : 'held', dueAt === undefined ? 'not due' : 'due'].join(
        ' ',
      ),
    ]),
  );
};

export const listCorrectionEntries = async () =>
  (await listEntries(ANA_ID, { limit: 9 })).filter((entry) => entry.kind === 'correction');

export async function readCorrectionBody(entryId: string): Promise<unknown> {
  const rows = await db.items.where('entryId').equals(entryId).toArray();
  const content = await readItemContent(rows.find(({ kind }) => kind === 'correction')?.id ?? '');
  return content.type === 'body' ? (JSON.parse(content.text) as unknown) : content.type;
}

export async function deliverNewRegistration(number = '1'): Promise<string> {
  const entryId = await confirmNewEntry(number);
  await deliverNextItem(REMOTE_EVALUATION_ID);
  await deliverNextItem();
  await deliverNextItem();
  return entryId;
}
