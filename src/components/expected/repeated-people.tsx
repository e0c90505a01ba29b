import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { isRepeatedPerson, type ExpectedDayPeople } from '#domain/expected/day-index.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { CacheOwner } from '#storage/cache/cache.ts';
import { readExpectedDay } from '#storage/cache/expected-day.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useStartOfToday } from '../use-start-of-today.ts';
import { listText } from './expected-state.ts';
import './repeated-people.css';

interface RepeatedPeopleProps {
  of: ExpectedDayPeople;
  className?: string;
}

/** People with several registrations, with a link to each list in which a user settles them; nothing without any. */
export function RepeatedPeople({ of: { lists, people }, className = '' }: RepeatedPeopleProps) {
  const repeated = people.filter(isRepeatedPerson);
  if (repeated.length === 0) return null;
  const listIds = new Set(repeated.map(({ list_id }) => list_id));
  return (
    <Notice
      kind="warn"
      className={`repeated-people ${className}`}
      title={`${formatCountWithNoun(repeated.length, 'persona', 'personas')} con más de un registro`}
    >
      {lists
        .filter(({ id }) => listIds.has(id))
        .map((list) => (
          <Link key={list.id} to={`/expected/${list.id}?state=unsettled`}>
            Decidir en la citación de {listText(list)}
          </Link>
        ))}
    </Notice>
  );
}

/** People with several registrations among those that the branch expects today, as the device knows them. */
export function RepeatedToday({ ownerId, branchId, className }: CacheOwner & { className: string }) {
  const day = bogotaDay(useStartOfToday());
  const stored = useLiveQuery(() => readExpectedDay({ ownerId, branchId, day }), [ownerId, branchId, day]);
  return stored ? <RepeatedPeople of={stored} className={className} /> : null;
}
