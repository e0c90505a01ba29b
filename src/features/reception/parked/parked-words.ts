import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { dayOf, timeOfDay } from '#domain/time/words.ts';
import { PARKED_MAX, type ParkedDraft } from '#storage/drafts/parked-drafts.ts';

const MINUTE_MS = 60_000;

export const FULL_TITLE = `Ya hay ${PARKED_MAX} en espera en este dispositivo.`;
export const FULL_TEXT =
  'Trae una y termínala, o descarta la que ya no haga falta. Lo que tienes escrito sigue en el formulario.';

/** 'hace 12 min', 'desde las 06:47', 'desde el 12/03/2026' */
export function sinceText(since: number, now: number): string {
  const minutes = Math.floor((now - since) / MINUTE_MS);
  if (minutes < 0 || dayOf(since) !== dayOf(now)) return `desde el ${dayOf(since)}`;
  if (minutes === 0) return 'hace un momento';
  return minutes < 60 ? `hace ${minutes} min` : `desde las ${timeOfDay(since)}`;
}

function missingText({ hasPhoto, hasSignature }: ParkedDraft): string {
  if (hasPhoto && hasSignature) return 'falta confirmar';
  if (hasPhoto) return 'falta la firma';
  return hasSignature ? 'falta la foto' : 'faltan la foto y la firma';
}

const formOf = ({ content }: ParkedDraft): RegistrationForm =>
  content === null || content === 'damaged' ? emptyRegistration : content.form;

function nameOf(parked: ParkedDraft): string {
  const form = formOf(parked);
  const names = [form.firstName, form.middleName, form.lastName, form.secondLastName];
  return names
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}

function documentOf(parked: ParkedDraft): string {
  const { identificationType, identificationNumber } = formOf(parked);
  return identificationNumber.trim() && `${identificationType} ${identificationNumber.trim()}`;
}

/** Who waits, by what is known of them. */
export const parkedTitle = (parked: ParkedDraft): string =>
  parked.content === 'damaged'
    ? 'No se puede abrir'
    : nameOf(parked) || documentOf(parked) || 'Sin nombre ni documento';

/** 'CC 9999000017 · paso 3, falta la firma · hace 4 min' */
export function parkedText(parked: ParkedDraft, now: number): string {
  const since = sinceText(parked.parkedAt, now);
  if (parked.content === 'damaged') return since;
  const step = parked.content?.step ?? 0;
  const place = step === 2 ? `paso 3, ${missingText(parked)}` : `paso ${step + 1}`;
  return [nameOf(parked) && documentOf(parked), place, since].filter(Boolean).join(' · ');
}
