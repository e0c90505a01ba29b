import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import type { KnownPatient } from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';
import type { DraftKey } from '../draft/draft-channel.ts';
import { registeredBefore } from './today-text.ts';

/** Shorter numbers are still being typed. */
const SHORTEST_NUMBER = 4;

interface TodayNoticeProps {
  draftKey: DraftKey;
  type: IdentificationType;
  number: string;
  linked: KnownPatient | null;
}

/** Points out, as soon as the document stands there, a person who was registered today or still waits to be sent. */
export function TodayNotice({ draftKey: { ownerId, entryId }, type, number, linked }: TodayNoticeProps) {
  const [typed] = useDebouncedValue(number.trim(), SEARCH_DEBOUNCE_MS.filter);
  const text = useLiveQuery(async () => {
    if (typed.length < SHORTEST_NUMBER) return null;
    const document = { identificationType: type, identificationNumber: typed };
    return registeredBefore({ ownerId, entryId }, document, linked);
  }, [ownerId, entryId, type, typed, linked]);
  return text ? <Notice kind="warn" title={text} /> : null;
}
