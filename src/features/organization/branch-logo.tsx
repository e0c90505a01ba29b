import type { Branch } from '#contract/branches.ts';
import { LOGO_TYPES } from '#contract/limits.ts';
import { failureText } from '#sync/words/failure-text.ts';
import {
  COULD_NOT_LOAD_LOGO,
  LOGO_HINT,
  changeLogo,
  dropLogo,
  type LogoOutcome,
} from '#sync/changes/logo-change.ts';
import { fetchLogo } from '#sync/changes/logo.ts';
import { Card } from '#ui/display/card.tsx';
import { LogoField, type LogoState } from '#components/logo-field.tsx';
import { toast } from '#ui/notices/toast.ts';
import { usePicture } from '#ui/display/use-picture.ts';

const OWN = { type: 'own' } as const;
const TOO_LARGE = 'El archivo supera el límite de 250 KB.';

/** The picture that the branch's hash names; another hash is another picture. */
export const useLogo = (ownerId: string, branch: Branch): LogoState =>
  usePicture({
    queryKey: ['own-logo', ownerId, branch.id, branch.logo_hash],
    exists: branch.has_logo,
    fetch: () => fetchLogo(OWN),
    textOf: (error) => failureText(error, COULD_NOT_LOAD_LOGO),
  });

interface BranchLogoProps {
  branch: Branch;
  logo: LogoState;
  mayChange: boolean;
  onSaved: (branch: Branch) => void;
}

export function BranchLogo({ branch, logo, mayChange, onSaved }: BranchLogoProps) {
  const settle = (outcome: LogoOutcome): string | null => {
    if (outcome.type === 'failed') return outcome.text;
    onSaved(outcome.branch);
    toast('ok', outcome.text);
    return null;
  };
  return (
    <Card title="Logo">
      <LogoField
        state={logo}
        name={`Logo de ${branch.name}`}
        accept={LOGO_TYPES}
        hint={LOGO_HINT}
        removal="La barra superior y los documentos que se generen desde ahora saldrán sin logo. Los ya generados conservan el suyo."
        readOnly={!mayChange}
        onPick={async (file) => settle(await changeLogo(OWN, file, TOO_LARGE))}
        onRemove={async () => settle(await dropLogo(OWN))}
      />
    </Card>
  );
}
