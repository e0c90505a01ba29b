import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import type { LocalPatient } from '#domain/registration.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import { describeEarlierRegistration, type EarlierRegistration } from './today-text.ts';

/** Minimum length of a number that is looked up; a shorter number is still being typed. */
const MIN_LOOKUP_NUMBER_LENGTH = 4;

interface EarlierRegistrationQuery {
  draftKey: DraftKey;
  type: IdentificationType;
  number: string;
  linked: LocalPatient | null;
}

/** Returns the patient's registration that is unsent or was made today, as soon as the document is typed. */
export function useEarlierRegistration({
  draftKey,
  type,
  number,
  linked,
}: EarlierRegistrationQuery): EarlierRegistration | null {
  const { ownerId, entryId } = draftKey;
  const [typed] = useDebouncedValue(number.trim(), SEARCH_DEBOUNCE_MS.filter);
  const before = useLiveQuery(async () => {
    if (typed.length < MIN_LOOKUP_NUMBER_LENGTH) return null;
    const document = { identification_type: type, identification_number: typed };
    return describeEarlierRegistration({ ownerId, entryId }, document, linked);
  }, [ownerId, entryId, type, typed, linked]);
  return before ?? null;
}
