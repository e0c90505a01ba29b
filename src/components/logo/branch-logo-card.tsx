import type { Branch } from '#contract/catalogs/branches.ts';
import { LOGO_TYPES } from '#contract/limits.ts';
import {
  LOGO_HINT_TEXT,
  changeLogo,
  removeLogoWithMessage,
  type LogoChangeOutcome,
} from '#sync/administration/logo-change.ts';
import type { LogoTarget } from '#sync/administration/logo.ts';
import { Card } from '#ui/display/card.tsx';
import { toast } from '#ui/notices/toast.ts';
import { LogoField, type LogoFieldProps } from './logo-field.tsx';

interface BranchLogoProps extends Pick<
  LogoFieldProps,
  'state' | 'name' | 'locked' | 'removalLocked' | 'readOnly'
> {
  owner: LogoTarget;
  tooLarge: string;
  onSaved: (branch: Branch) => void;
}

export function BranchLogoField({ owner, tooLarge, onSaved, ...field }: BranchLogoProps) {
  const applyOutcome = (outcome: LogoChangeOutcome): string | null => {
    if (outcome.type === 'failed') return outcome.text;
    onSaved(outcome.branch);
    toast('ok', outcome.text);
    return null;
  };
  return (
    <LogoField
      {...field}
      accept={LOGO_TYPES}
      hint={LOGO_HINT_TEXT}
      removal="La barra superior y los documentos que se generen desde ahora saldrán sin logo. Los ya generados conservan el suyo."
      onPick={async (file) => applyOutcome(await changeLogo(owner, file, tooLarge))}
      onRemove={async () => applyOutcome(await removeLogoWithMessage(owner))}
    />
  );
}

export const BranchLogoCard = (props: BranchLogoProps) => (
  <Card title="Logo">
    <BranchLogoField {...props} />
  </Card>
);
