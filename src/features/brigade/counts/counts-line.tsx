import { Link } from 'react-router-dom';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { PreparedBrigade } from '#storage/device/brigade.ts';
import { readBrigadeCounts, type BrigadeCounts } from '#sync/brigade/counts.ts';
import { useDelayedLiveQuery } from '#components/connection/use-settled-query.ts';
import { FactList } from '#ui/display/facts.tsx';
import './counts-line.css';

const countTexts = ({ people, arrived, registeredHere, unsent }: BrigadeCounts): string[] => [
  ...(people === null
    ? []
    : [
        formatCountWithNoun(people, 'esperada', 'esperadas'),
        formatCountWithNoun(arrived, 'llegó', 'llegaron'),
      ]),
  `${formatCountWithNoun(registeredHere, 'registrada', 'registradas')} en este dispositivo`,
  `${unsent} por enviar`,
];

/** Line with the counts of the brigade's day, shown on the screens of reception. */
export function BrigadeCountsLine({ ownerId, brigade }: { ownerId: string; brigade: PreparedBrigade }) {
  const counts = useDelayedLiveQuery(
    ['device', 'cache', 'entries', 'receipts'],
    () => readBrigadeCounts(ownerId, brigade),
    [ownerId, brigade],
  );
  return (
    counts && (
      <p className="brigade-line">
        <Link to="/brigade/close">{brigade.place}</Link> <FactList of={countTexts(counts)} />
      </p>
    )
  );
}
