import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { listParkedOf, type ParkedDraft } from '#storage/drafts/parked-drafts.ts';
import type { DraftKey } from '../draft/draft-channel.ts';

/** Shorter numbers are still being typed. */
const SHORTEST_NUMBER = 4;

/** As soon as the document stands there: whoever of it waits, the longest; a correction is of somebody who does not. */
export function useWaitingOf({ ownerId, entryId }: DraftKey, form: RegistrationForm): ParkedDraft | null {
  const { identificationType, identificationNumber } = form;
  const typed = identificationNumber.trim();
  const [number] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS.filter);
  const isAsked = entryId === null && number.length >= SHORTEST_NUMBER;
  const waiting = useLiveQuery(
    () => (isAsked ? listParkedOf(ownerId, { identificationType, identificationNumber: number }) : []),
    [ownerId, identificationType, number, isAsked],
  );
  // What was said of the number before is not said of the one that is being typed.
  return (number === typed && waiting?.[0]) || null;
}
