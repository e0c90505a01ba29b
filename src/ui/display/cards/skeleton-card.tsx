import { Skeleton } from '@mantine/core';
import { Card } from './card.tsx';
import './skeleton-card.css';

const TextSkeleton = ({ lines }: { lines: number }) =>
  Array.from({ length: lines }, (_, line) => (
    <Skeleton key={line} height={18} mt={line === 0 ? 0 : 14} width={line === lines - 1 ? '60%' : '100%'} />
  ));

const RowsSkeleton = ({ lines }: { lines: number }) =>
  Array.from({ length: lines }, (_, line) => (
    <div key={line} className="skeleton-row">
      <div>
        <Skeleton height={18} width={line % 2 === 0 ? '50%' : '38%'} />
        <Skeleton height={14} width="28%" mt={6} />
      </div>
      <Skeleton height={26} width={112} radius="xl" />
    </div>
  ));

const FiguresSkeleton = ({ lines }: { lines: number }) => (
  <div className="skeleton-figures">
    {Array.from({ length: lines }, (_, line) => (
      <div key={line}>
        <Skeleton height={30} width={44} />
        <Skeleton height={14} width={120} mt={8} />
      </div>
    ))}
  </div>
);

const FieldsSkeleton = ({ lines }: { lines: number }) => (
  <div className="skeleton-fields">
    {Array.from({ length: lines }, (_, line) => (
      <div key={line}>
        <Skeleton height={18} width="45%" />
        <Skeleton height="var(--tap)" mt={6} />
      </div>
    ))}
  </div>
);

const SKELETON_SHAPES = {
  text: TextSkeleton,
  rows: RowsSkeleton,
  figures: FiguresSkeleton,
  fields: FieldsSkeleton,
};

interface SkeletonCardProps {
  shape?: keyof typeof SKELETON_SHAPES;
  lines?: number;
  titled?: boolean;
  /** Text for screen readers; empty if another card already announces that the page is loading. */
  label?: string;
}

/** Placeholder with the size of the card that is loading, so that nothing moves when the card appears. */
export function SkeletonCard(props: SkeletonCardProps) {
  const { shape = 'text', lines = 3, titled, label = 'Cargando…' } = props;
  const Shape = SKELETON_SHAPES[shape];
  return (
    <div className="skeleton-card" aria-busy="true">
      {label !== '' && <span className="visually-hidden">{label}</span>}
      <Card>
        {titled && <Skeleton className="skeleton-title" height={24} width="40%" />}
        <Shape lines={lines} />
      </Card>
    </div>
  );
}
