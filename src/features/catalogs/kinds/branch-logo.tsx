import type { Branch } from '#contract/catalogs/branches.ts';
import { BranchLogoCard } from '#components/logo/branch-logo-card.tsx';
import { LOGO_LOAD_FAILED_TEXT } from '#sync/administration/logo-change.ts';
import { fetchLogo } from '#sync/administration/logo.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { usePicture } from '#ui/display/use-picture.ts';
import type { RowPictureProps } from '../definition.ts';

const BRANCH_LOGO_TOO_LARGE_TEXT = 'El archivo supera el tamaño máximo permitido de 250 KB.';
const SAVE_BRANCH_FIRST_TEXT = 'Guarda la sede antes de cargar un logo.';
const SAVE_BEFORE_LOGO_REMOVAL_TEXT = 'Guarda la sede antes de eliminar el logo.';

/** Card with the logo of a branch; disabled until the branch is saved (P5). */
export function BranchLogo({ item: branch, ownerId, disabledReason, onSaved }: RowPictureProps<Branch>) {
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
      tooLarge={BRANCH_LOGO_TOO_LARGE_TEXT}
      locked={branch ? (disabledReason ?? undefined) : SAVE_BRANCH_FIRST_TEXT}
      removalLocked={branch ? undefined : SAVE_BEFORE_LOGO_REMOVAL_TEXT}
      onSaved={onSaved}
    />
  );
}
