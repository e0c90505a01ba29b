import { Skeleton } from '@mantine/core';
import { Card } from './card.tsx';

/** Stands where a card will be; `lines` grey bars. */
export const SkeletonCard = ({ lines = 3, label = 'Cargando…' }: { lines?: number; label?: string }) => (
  <div aria-busy="true">
    <span className="visually-hidden">{label}</span>
    <Card>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          height={18}
          mt={line === 0 ? 0 : 14}
          width={line === lines - 1 ? '60%' : '100%'}
        />
      ))}
    </Card>
  </div>
);
