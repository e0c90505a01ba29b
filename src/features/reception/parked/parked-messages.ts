import { fullName } from '#domain/patient/name.ts';
import { documentTextOfForm, emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import type { ParkedDraft } from '#storage/drafts/parked-list.ts';

function formatMissingCaptures({ hasPhoto, hasSignature }: ParkedDraft): string {
  if (hasPhoto && hasSignature) return 'falta confirmar';
  if (hasPhoto) return 'falta la firma';
  return hasSignature ? 'falta la foto' : 'faltan la foto y la firma';
}

const parkedFormOf = ({ content }: ParkedDraft): RegistrationForm =>
  content === null || content === 'damaged' ? emptyRegistration : content.form;

export const parkedTitle = (parked: ParkedDraft): string =>
  parked.content === 'damaged'
    ? 'No se puede abrir'
    : fullName(parkedFormOf(parked)) || documentTextOfForm(parkedFormOf(parked)) || 'Sin nombre ni documento';

/** Returns the text about a parked draft, such as 'CC 9999000017 · paso 3, falta la firma · hace 4 min'. */
export function formatParkedDraft(parked: ParkedDraft, now: number): string {
  const since = relativeTimeText(parked.parkedAt, now);
  if (parked.content === 'damaged') return since;
  const step = parked.content?.step ?? 0;
  const place = step === 2 ? `paso 3, ${formatMissingCaptures(parked)}` : `paso ${step + 1}`;
  const form = parkedFormOf(parked);
  return [fullName(form) && documentTextOfForm(form), place, since].filter(Boolean).join(' · ');
}
