import { fullName } from '#domain/patient/name.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { findQueuedOrTodaysRegistration, type QueuedOrTodaysRegistration } from '#sync/reads/lookup.ts';
import type { LocalPatient } from '#domain/registration.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import type { TypedDocument } from '../patient/use-lookup.ts';

/** Returns the text with time and type of the patient's earlier registration; `now` is in ms since the epoch. */
export function formatEarlierRegistration(
  { where, at, name, label }: QueuedOrTodaysRegistration,
  now: number,
): string {
  const day = formatDate(at) === formatDate(now) ? 'hoy' : `el ${formatDate(at)}`;
  const sent = where === 'queue' ? 'Aún está por enviar.' : 'Ya se envió.';
  return `Ya se registró a ${name ?? 'esta persona'} ${day} a las ${formatTime(at)}: ${label}. ${sent}`;
}

/** Returns the found patient's visit of today (Bogotá), which another tablet may have registered; null if there is none. */
export function todaysVisitOf(linked: LocalPatient | null, now: number): QueuedOrTodaysRegistration | null {
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

/**
 * Returns text and link of the patient's earlier registration, from this device or from the lookup; null if there is none. `to`
 * is null if no screen shows the registration. A correction ignores the visit from the lookup, because that is the registration
 * in correction.
 * @throws StorageProblem
 */
export async function describeEarlierRegistration(
  { ownerId, entryId }: DraftKey,
  { identification_type, identification_number }: TypedDocument,
  linked: LocalPatient | null,
) {
  const own = await findQueuedOrTodaysRegistration(
    ownerId,
    identification_type,
    identification_number,
    entryId,
  );
  const now = Date.now();
  const today = own ?? (entryId === null ? todaysVisitOf(linked, now) : null);
  const id = linked?.last_evaluation?.id;
  return (
    today && {
      text: formatEarlierRegistration(today, now),
      to: own ? `/reception?result=${own.entryId}` : id ? `/reception?evaluation=${id}` : null,
      label: formatDate(today.at) === formatDate(now) ? 'Ver la de hoy' : 'Ver la anterior',
    }
  );
}
