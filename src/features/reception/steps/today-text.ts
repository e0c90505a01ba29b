import type { KnownPatient } from '#domain/registration.ts';
import { fullName } from '#domain/patient/name.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { dayOf, timeOfDay } from '#domain/time/words.ts';
import { findToday, type RegisteredToday } from '#sync/reads/lookup.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import type { DraftKey } from '../draft/draft-channel.ts';

/** Says when and as what the same person was registered; `now` in milliseconds. */
export function todayText({ where, at, name, label }: RegisteredToday, now: number): string {
  const day = dayOf(at) === dayOf(now) ? 'hoy' : `el ${dayOf(at)}`;
  const sent = where === 'queue' ? 'Aún está por enviar.' : 'Ya se envió.';
  return `Ya se registró a ${name ?? 'esta persona'} ${day} a las ${timeOfDay(at)}: ${label}. ${sent}`;
}

/** What the lookup told of a visit of today (Bogotá): another tablet may have registered the person. */
export function visitToday(linked: KnownPatient | null, now: number): RegisteredToday | null {
  const visit = linked?.last_evaluation;
  const at = Date.parse(visit?.started_at ?? '');
  return visit && at >= startOfBogotaDay(now) && at <= now
    ? {
        where: 'confirmed',
        at,
        name: fullName(linked),
        label: visit.evaluation_type_name,
      }
    : null;
}

type Document = Pick<RegistrationForm, 'identificationType' | 'identificationNumber'>;

/** Registration of before: its description, and the link to the screen that shows it; `to` is null where none does. */
export interface Before {
  readonly text: string;
  readonly to: string | null;
  readonly label: string;
}

/**
 * The words about the same person's registration of before, from this device's own or from what the lookup told; null
 * when there is none. An entry that is being corrected is itself what the device remembers of the visit.
 * @throws StorageProblem
 */
export async function registeredBefore(
  { ownerId, entryId }: DraftKey,
  { identificationType, identificationNumber }: Document,
  linked: KnownPatient | null,
): Promise<Before | null> {
  const own = await findToday(ownerId, identificationType, identificationNumber, entryId);
  const now = Date.now();
  const today = own ?? (entryId === null ? visitToday(linked, now) : null);
  const id = linked?.last_evaluation?.id;
  return (
    today && {
      text: todayText(today, now),
      to: own ? `/reception?result=${own.entryId}` : id ? `/reception?evaluation=${id}` : null,
      label: dayOf(today.at) === dayOf(now) ? 'Ver la de hoy' : 'Ver la anterior',
    }
  );
}
