import { dayOf, timeOfDay } from '#domain/time/words.ts';
import type { findToday } from '#sync/lookup.ts';

export type Today = NonNullable<Awaited<ReturnType<typeof findToday>>>;

/** Says when and as what the same person was registered; `now` in milliseconds. */
export function todayText({ where, at, label }: Today, now: number): string {
  const day = dayOf(at) === dayOf(now) ? 'hoy' : `el ${dayOf(at)}`;
  const sent = where === 'queue' ? 'Aún está por enviar.' : 'El servidor ya la confirmó.';
  return `Esta persona ya fue registrada ${day} a las ${timeOfDay(at)} (${label}). ${sent}`;
}
