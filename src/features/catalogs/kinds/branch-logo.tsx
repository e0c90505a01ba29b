import type { Branch } from '#contract/catalogs/branches.ts';
import { BranchLogoCard } from '#components/logo/branch-logo-card.tsx';
import { LOGO_LOAD_FAILED_TEXT } from '#sync/administration/logo-change.ts';
import { fetchLogo } from '#sync/administration/logo.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { usePicture } from '#ui/display/use-picture.ts';
import { useCatalogScreen } from '../catalog-screen.ts';
import type { RowPictureProps } from '../definition.ts';

/** Card with the logo of a branch; disabled until the branch is saved (P5). */
export function BranchLogo({ item: branch, disabledReason, onSaved }: RowPictureProps<Branch>) {
  const { ownerId } = useCatalogScreen();
  const id = branch?.id ?? '';
  const owner = { type: 'branch', id } as const;
  const state = usePicture({
    queryKey: ['branch-logo', ownerId, id, branch?.logo_hash],
    exists: branch?.has_logo ?? false,
    fetch: () => fetchLogo(owner),
    textOf: (error) => failureText(error, LOGO_LOAD_FAILED_TEXT),
  });
  return (
    <BranchLogoCard
      owner={owner}
      state={state}
      name={branch ? `Logo de ${branch.name}` : 'Logo de la sede'}
      tooLarge="El archivo supera el tamaño máximo permitido de 250 KB."
      locked={branch ? (disabledReason ?? undefined) : 'Guarda la sede antes de cargar un logo.'}
      removalLocked={branch ? undefined : 'Guarda la sede antes de eliminar el logo.'}
      onSaved={onSaved}
    />
  );
}
