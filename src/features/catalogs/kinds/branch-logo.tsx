import type { Branch } from '#contract/catalogs/branches.ts';
import { BranchLogoCard } from '#components/logo/branch-logo-card.tsx';
import { useCatalogScreen } from '../catalog-screen.ts';
import type { RowPictureProps } from '../definition.ts';

/** Card with the logo of a branch; disabled until the branch is saved (P5). */
export function BranchLogo({ item: branch, onSaved }: RowPictureProps<Branch>) {
  const { ownerId, disabledReason } = useCatalogScreen();
  return (
    <BranchLogoCard
      ownerId={ownerId}
      target={{ type: 'branch', id: branch?.id ?? '' }}
      branch={branch}
      locked={branch ? (disabledReason ?? undefined) : 'Guarda la sede antes de cargar un logo.'}
      removalLocked={branch ? undefined : 'Guarda la sede antes de eliminar el logo.'}
      onSaved={onSaved}
    />
  );
}
