import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Branch } from '#contract/catalogs/branches.ts';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { refreshBranding } from '#sync/administration/branding.ts';
import { LOGO_LOAD_FAILED_TEXT } from '#sync/administration/logo-change.ts';
import { fetchLogo } from '#sync/administration/logo.ts';
import { fetchOwnBranch } from '#sync/administration/organization.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { usePicture } from '#ui/display/use-picture.ts';
import { BranchLogoField } from '#components/logo/branch-logo-card.tsx';
import { StepFoot } from './step-form.tsx';
import type { StepProps } from './step.ts';

const OWN_LOGO = { type: 'own' } as const;

/** Step for the logo of the first branch, which is uploaded as soon as the user chooses the file. */
export function LogoStep({ account, disabledReason, onDone, onSkip }: StepProps) {
  const { userId, branchId } = account;
  const client = useQueryClient();
  const queryKey = ['own-branch', userId, branchId];
  const { data: branch } = useQuery({
    queryKey,
    queryFn: fetchOwnBranch,
    enabled: branchId !== null,
    staleTime: CACHE_LIFETIME_MS.default,
  });
  const hasLogo = branch?.has_logo === true;
  const state = usePicture({
    queryKey: ['own-logo', userId, branch?.id, branch?.logo_hash],
    exists: hasLogo,
    fetch: () => fetchLogo(OWN_LOGO),
    textOf: (error) => failureText(error, LOGO_LOAD_FAILED_TEXT),
  });
  const storeBranch = (saved: Branch) => {
    client.setQueryData(queryKey, saved);
    refreshBranding().catch(reportError);
  };
  return (
    <>
      {branch && (
        <BranchLogoField
          owner={OWN_LOGO}
          state={state}
          name={`Logo de ${branch.name}`}
          tooLarge="El archivo supera el límite de 250 KB."
          locked={disabledReason ?? undefined}
          onSaved={storeBranch}
        />
      )}
      <StepFoot
        label="Seguir"
        disabledReason={hasLogo ? null : (disabledReason ?? '')}
        onSkip={hasLogo ? null : onSkip}
        onMain={() => void onDone()}
      />
    </>
  );
}
