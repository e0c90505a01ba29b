import { BranchLogoField } from '#components/logo/branch-logo-card.tsx';
import { useOwnBranch } from '#components/records/use-own-branch.ts';
import type { StepProps } from './step.ts';

/** Logo of the active branch, which is uploaded as soon as the user chooses the file. `onSaved`: called after a change. */
export function LogoStep({
  account,
  disabledReason,
  onSaved,
}: Pick<StepProps, 'account' | 'disabledReason'> & { onSaved: () => void }) {
  const { data: branch, take } = useOwnBranch(account, { enabled: account.branchId !== null });
  if (!branch) return <p>Podrás subirlo cuando exista la sede.</p>;
  return (
    <BranchLogoField
      ownerId={account.userId}
      target={{ type: 'own' }}
      branch={branch}
      locked={disabledReason ?? undefined}
      onSaved={(changed) => {
        take(changed);
        onSaved();
      }}
    />
  );
}
