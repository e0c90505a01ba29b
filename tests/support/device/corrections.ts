import { PatientInput } from '#contract/records/evaluation/patients.ts';
import { correctionBody } from '#domain/correction.ts';
import { nameIn, type DraftContent, type RegistrationForm } from '#domain/registration.ts';
import { loadDraft, saveDraft, saveDraftPicture, type PictureSlot } from '#storage/drafts/drafts.ts';
import { enqueue, type Confirmation, type Confirmed } from '#storage/outbox/enqueue.ts';
import { openCorrection, type KnownRegistration } from '#storage/outbox/open-correction.ts';
import { ANA, confirmation, person, randomPicture } from './device.ts';

export const REASON = 'La empresa no era esa';

interface Typed {
  readonly form?: Partial<RegistrationForm>;
  readonly retaken?: readonly PictureSlot[];
  readonly ownerId?: string;
  /** Empty: the user has not been asked for one. */
  readonly reason?: string;
  readonly capturedAt?: number;
  readonly clockOffset?: number;
  readonly told?: KnownRegistration | null;
}

/** What the wizard confirms for this draft. */
export function correctionFrom(key: string, content: DraftContent, typed: Typed = {}): Confirmation {
  const { ownerId = ANA, reason = REASON, capturedAt = Date.now(), clockOffset = 0 } = typed;
  const { form, correcting } = content;
  const labels = { evaluationType: 'Ingreso', employerCompany: 'Minas', contractorCompany: null };
  const { identificationType, identificationNumber } = form;
  const shown = { patientName: nameIn(form), identificationType, identificationNumber, labels, form };
  const patient = PatientInput.parse({
    identification_type: identificationType,
    identification_number: identificationNumber,
    first_name: form.firstName,
    last_name: form.lastName,
  });
  const before = correcting?.before ?? form;
  return confirmation(identificationNumber, {
    ownerId,
    capturedAt,
    clockOffset,
    correcting: key,
    body: JSON.stringify({ patient: { ...patient }, occupation: form.occupationName }),
    summary: shown,
    person: { ...person(identificationNumber), first_name: form.firstName },
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

/** Opens the correction and types into it, as the wizard does; answers the draft's content. */
export async function typeCorrection(key: string, typed: Typed = {}): Promise<DraftContent> {
  const { form = {}, retaken = [], ownerId = ANA, reason = REASON, told = null } = typed;
  if (!(await openCorrection(ownerId, key, told))) throw new Error('nothing to correct');
  const opened = (await loadDraft(ownerId, key))?.content;
  if (!opened) throw new Error('no draft');
  const content: DraftContent = {
    ...opened,
    form: { ...opened.form, ...form },
    correcting: opened.correcting && { ...opened.correcting, reason },
  };
  await saveDraft(ownerId, key, content);
  for (const slot of retaken)
    await saveDraftPicture(ownerId, key, slot, randomPicture(slot === 'photo' ? 15_000 : 8_000));
  return content;
}

/** The whole of it: opened, typed, confirmed. */
export const confirmCorrection = async (key: string, typed: Typed = {}): Promise<Confirmed> =>
  enqueue(correctionFrom(key, await typeCorrection(key, typed), typed));
