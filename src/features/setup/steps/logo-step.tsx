import { useQueryClient } from '@tanstack/react-query';
import type { Branch } from '#contract/catalogs/branches.ts';
import { refreshBranding } from '#sync/administration/branding.ts';
import { LOGO_LOAD_FAILED_TEXT } from '#sync/administration/logo-change.ts';
import { fetchLogo } from '#sync/administration/logo.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { usePicture } from '#ui/display/use-picture.ts';
import { BranchLogoField } from '#components/logo/branch-logo-card.tsx';
import { useOwnBranch } from '../state/queries.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step.ts';
import './logo-step.css';

const OWN_LOGO = { type: 'own' } as const;

function SetupLogoField({
  account,
  branch,
  disabledReason,
}: Pick<StepProps, 'account' | 'disabledReason'> & { branch: Branch }) {
  const client = useQueryClient();
  const state = usePicture({
    queryKey: ['own-logo', account.userId, branch.id, branch.logo_hash],
    exists: branch.has_logo,
    fetch: () => fetchLogo(OWN_LOGO),
    textOf: (error) => failureText(error, LOGO_LOAD_FAILED_TEXT),
  });
  const storeBranch = (saved: Branch) => {
    client.setQueryData(['own-branch', account.userId, account.branchId], saved);
    refreshBranding().catch(reportError);
  };
  return (
    <BranchLogoField
      owner={OWN_LOGO}
      state={state}
      name={`Logo de ${branch.name}`}
      tooLarge="El archivo supera el límite de 250 KB."
      locked={disabledReason ?? undefined}
      onSaved={storeBranch}
    />
  );
}

/** Step for the logo of the first branch, which is uploaded as soon as the user chooses the file. */
export function LogoStep({ account, disabledReason, onDone, onSkip }: StepProps) {
  const { data: branch } = useOwnBranch(account);
  return (
    <div className="setup-logo">
      {branch && <SetupLogoField account={account} branch={branch} disabledReason={disabledReason} />}
      <StepFoot
        main="Seguir"
        busy={false}
        disabledReason={branch?.has_logo ? null : (disabledReason ?? '')}
        onSkip={branch?.has_logo ? null : onSkip}
        onMain={() => void onDone()}
      />
    </div>
  );
}
