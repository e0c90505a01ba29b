import { LOGO_LOAD_FAILED_TEXT } from '#sync/administration/logo-change.ts';
import { fetchLogo } from '#sync/administration/logo.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { usePicture } from '#ui/display/use-picture.ts';
import { BranchLogoField } from '#components/logo/branch-logo-card.tsx';
import { useOwnBranch } from '#components/use-own-branch.ts';
import { StepFoot } from './step-form.tsx';
import type { StepProps } from './step.ts';

const OWN_LOGO = { type: 'own' } as const;

/** Step for the logo of the first branch, which is uploaded as soon as the user chooses the file. */
export function LogoStep({ account, disabledReason, onDone, onSkip }: StepProps) {
  const { data: branch, take } = useOwnBranch(account, { enabled: account.branchId !== null });
  const hasLogo = branch?.has_logo === true;
  const state = usePicture({
    queryKey: ['own-logo', account.userId, branch?.id, branch?.logo_hash],
    exists: hasLogo,
    fetch: () => fetchLogo(OWN_LOGO),
    textOf: (error) => failureText(error, LOGO_LOAD_FAILED_TEXT),
  });
  return (
    <>
      {branch && (
        <BranchLogoField
          owner={OWN_LOGO}
          state={state}
          name={`Logo de ${branch.name}`}
          tooLarge="El archivo supera el límite de 250 KB."
          locked={disabledReason ?? undefined}
          onSaved={take}
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
