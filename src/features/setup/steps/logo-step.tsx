import { BranchLogoField } from '#components/logo/branch-logo-card.tsx';
import { useOwnBranch } from '#components/use-own-branch.ts';
import { StepFoot } from './step-form.tsx';
import type { StepProps } from './step.ts';

/** Step for the logo of the first branch, which is uploaded as soon as the user chooses the file. */
export function LogoStep({ account, disabledReason, onDone, onSkip }: StepProps) {
  const { data: branch, take } = useOwnBranch(account, { enabled: account.branchId !== null });
  const hasLogo = branch?.has_logo === true;
  return (
    <>
      {branch && (
        <BranchLogoField
          ownerId={account.userId}
          target={{ type: 'own' }}
          branch={branch}
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
