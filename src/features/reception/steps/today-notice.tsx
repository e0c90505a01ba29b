import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { findToday } from '#sync/lookup.ts';
import { Notice } from '#ui/notice.tsx';
import type { DraftPlace } from '../wizard/use-draft.ts';
import { todayText } from './today-text.ts';

/** Shorter numbers are still being typed. */
const SHORTEST_NUMBER = 4;

interface TodayNoticeProps {
  place: DraftPlace;
  type: IdentificationType;
  number: string;
}

/** Points out, as soon as the document stands there, a person who was registered today or still waits to be sent. */
export function TodayNotice({ place: { ownerId, entryId }, type, number }: TodayNoticeProps) {
  const [typed] = useDebouncedValue(number.trim(), SEARCH_DEBOUNCE_MS.filter);
  const text = useLiveQuery(async () => {
    const today = typed.length < SHORTEST_NUMBER ? null : await findToday(ownerId, type, typed, entryId);
    return today && todayText(today, Date.now());
  }, [ownerId, entryId, type, typed]);
  return text ? <Notice kind="warn" title={text} /> : null;
}
