import { useLiveQuery } from 'dexie-react-hooks';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { listParkedDraftsOfPatient, type ParkedDraft } from '#storage/drafts/parked-list.ts';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import type { DraftKey } from '../draft/draft-channel.ts';

/** Minimum length of a number that is looked up; a shorter number is still being typed. */
export const MIN_LOOKUP_NUMBER_LENGTH = 4;

/** Returns '… en espera desde las 07:10.'; adds the day if it is not today. */
export function formatParkedSince({ parkedAt }: ParkedDraft, now: number): string {
  const day = formatDate(parkedAt);
  const from = day === formatDate(now) ? 'desde las' : `desde el ${day} a las`;
  return `Esta persona está en espera ${from} ${formatTime(parkedAt)}.`;
}

/** Returns the oldest parked draft with the typed document. Always null in a correction, which cannot be parked. */
export function useParkedDraftOf({ ownerId, entryId }: DraftKey, form: RegistrationForm) {
  const { identification_type, identification_number } = form;
  const typed = identification_number.trim();
  const number = usePausedValue(typed, SEARCH_DEBOUNCE_MS.filter);
  const isAsked = entryId === null && number.length >= MIN_LOOKUP_NUMBER_LENGTH;
  const waiting = useLiveQuery(async () => {
    if (!isAsked) return null;
    const [parked] = await listParkedDraftsOfPatient(ownerId, {
      identification_type,
      identification_number: number,
    });
    return parked ? { id: parked.id, text: formatParkedSince(parked, Date.now()) } : null;
  }, [ownerId, identification_type, number, isAsked]);
  // While the user types, the query may still return the result for the previous number.
  return (number === typed && waiting) || null;
}
