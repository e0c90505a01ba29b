import { Skeleton } from '@mantine/core';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import './wizard-outline.css';

export const WizardSkeleton = () => (
  <>
    <div className="wizard-outline-head" aria-hidden="true">
      <div>
        <Skeleton height={28} width={230} />
        <Skeleton height={18} width={200} mt={8} />
      </div>
      <Skeleton height={30} width={320} />
    </div>
    <SkeletonCard shape="fields" lines={10} />
  </>
);
