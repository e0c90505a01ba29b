import type { Branch } from '#contract/catalogs/branches.ts';
import { LOGO_TYPES } from '#contract/limits.ts';
import {
  LOGO_HINT_TEXT,
  LOGO_LOAD_FAILED_TEXT,
  changeLogo,
  removeLogoWithMessage,
  type LogoChangeOutcome,
} from '#sync/administration/clinic/logo-change.ts';
import { fetchLogo, type LogoTarget } from '#sync/administration/clinic/logo.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { usePicture } from '#ui/display/pictures/use-picture.ts';
import { toast } from '#ui/notices/toast.ts';
import { LogoField, type LogoFieldProps, type LogoState } from './logo-field.tsx';

/** `branch`: null for a new branch of the catalogue, which has no logo yet. */
interface BranchLogo {
  ownerId: string;
  target: LogoTarget;
  branch: Branch | null;
}

/** Reads the logo of the branch, and reads it again when its hash in the branch's data changes. */
export const useBranchLogo = ({ ownerId, target, branch }: BranchLogo): LogoState =>
  usePicture({
    queryKey: ['branch-logo', ownerId, target.type, branch?.id, branch?.logo_hash],
    exists: branch?.has_logo ?? false,
    fetch: () => fetchLogo(target),
    textOf: (error) => failureText(error, LOGO_LOAD_FAILED_TEXT),
  });

interface BranchLogoProps extends BranchLogo, Pick<LogoFieldProps, 'locked' | 'removalLocked' | 'readOnly'> {
  onSaved: (branch: Branch) => void;
}

export function BranchLogoField({ ownerId, target, branch, onSaved, ...field }: BranchLogoProps) {
  const applyOutcome = (outcome: LogoChangeOutcome): string | null => {
    if (outcome.type === 'failed') return outcome.text;
    onSaved(outcome.branch);
    toast('ok', outcome.text);
    return null;
  };
  return (
    <LogoField
      {...field}
      state={useBranchLogo({ ownerId, target, branch })}
      name={branch ? `Logo de ${branch.name}` : 'Logo de la sede'}
      accept={LOGO_TYPES}
      hint={LOGO_HINT_TEXT}
      removal="La barra superior y los documentos que se generen desde ahora saldrán sin logo. Los ya generados conservan el suyo."
      onPick={async (file) => applyOutcome(await changeLogo(target, file))}
      onRemove={async () => applyOutcome(await removeLogoWithMessage(target))}
    />
  );
}

export const BranchLogoCard = (props: BranchLogoProps) => (
  <Card title="Logo">
    <BranchLogoField {...props} />
  </Card>
);
