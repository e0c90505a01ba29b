import type { Branch } from '#contract/catalogs/branches.ts';
import { BranchLogoCard } from '#components/logo/branch-logo-card.tsx';
import type { LogoState } from '#components/logo/logo-field.tsx';
import { LOGO_LOAD_FAILED_TEXT } from '#sync/administration/logo-change.ts';
import { fetchLogo } from '#sync/administration/logo.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { usePicture } from '#ui/display/use-picture.ts';

const OWN_LOGO_OWNER = { type: 'own' } as const;
const ORGANIZATION_LOGO_TOO_LARGE_TEXT = 'El archivo supera el límite de 250 KB.';

/** Reads the logo of the branch, and reads it again when its hash in the branch's data changes. */
export const useOwnLogo = (ownerId: string, branch: Branch): LogoState =>
  usePicture({
    queryKey: ['own-logo', ownerId, branch.id, branch.logo_hash],
    exists: branch.has_logo,
    fetch: () => fetchLogo(OWN_LOGO_OWNER),
    textOf: (error) => failureText(error, LOGO_LOAD_FAILED_TEXT),
  });

interface OwnLogoProps {
  branch: Branch;
  logo: LogoState;
  mayChange: boolean;
  onSaved: (branch: Branch) => void;
}

export const OwnLogo = ({ branch, logo, mayChange, onSaved }: OwnLogoProps) => (
  <BranchLogoCard
    owner={OWN_LOGO_OWNER}
    state={logo}
    name={`Logo de ${branch.name}`}
    tooLarge={ORGANIZATION_LOGO_TOO_LARGE_TEXT}
    readOnly={!mayChange}
    onSaved={onSaved}
  />
);
