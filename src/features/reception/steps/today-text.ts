import type { KnownPatient } from '#domain/registration.ts';
import { fullName } from '#domain/patient/name.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { findTodaysRegistration, type RegisteredToday } from '#sync/reads/lookup.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import type { DraftKey } from '../draft/draft-channel.ts';

/** Returns the text about a patient's earlier registration with time and type; `now` in milliseconds. */
export function todayRegistrationText({ where, at, name, label }: RegisteredToday, now: number): string {
  const day = formatDate(at) === formatDate(now) ? 'hoy' : `el ${formatDate(at)}`;
  const sent = where === 'queue' ? 'Aún está por enviar.' : 'Ya se envió.';
  return `Ya se registró a ${name ?? 'esta persona'} ${day} a las ${formatTime(at)}: ${label}. ${sent}`;
}

/**
 * Returns the found patient's visit of today (Bogotá), because another tablet may have registered it; null if there is none.
 */
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

type Document = Pick<RegistrationForm, 'identification_type' | 'identification_number'>;

/** Earlier registration: its description, and the link to the screen that shows it; `to` is null if no screen does. */
export interface EarlierRegistration {
  readonly text: string;
  readonly to: string | null;
  readonly label: string;
}

/**
 * Returns the patient's earlier registration, from this device or from the lookup; null if there is none. In a correction the
 * lookup's visit is ignored, because it is the registration being corrected.
 * @throws StorageProblem
 */
export async function describeEarlierRegistration(
  { ownerId, entryId }: DraftKey,
  { identification_type, identification_number }: Document,
  linked: KnownPatient | null,
): Promise<EarlierRegistration | null> {
  const own = await findTodaysRegistration(ownerId, identification_type, identification_number, entryId);
  const now = Date.now();
  const today = own ?? (entryId === null ? visitToday(linked, now) : null);
  const id = linked?.last_evaluation?.id;
  return (
    today && {
      text: todayRegistrationText(today, now),
      to: own ? `/reception?result=${own.entryId}` : id ? `/reception?evaluation=${id}` : null,
      label: formatDate(today.at) === formatDate(now) ? 'Ver la de hoy' : 'Ver la anterior',
    }
  );
}
