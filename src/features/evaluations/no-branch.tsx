import { Button } from '@mantine/core';
import { noBranchTitle } from '#sync/words/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface NoBranchProps {
  account: Account;
  /** Where the provider has refused; without it nothing was asked. */
  onRetry?: () => unknown;
}

/** P2: who can choose a branch is told where, others whom to ask; also where the provider knows none for the active one. */
export const NoBranch = ({ account, onRetry }: NoBranchProps) => (
  <Notice
    kind="warn"
    title={noBranchTitle(account)}
    action={onRetry && <Button onClick={() => void onRetry()}>Reintentar</Button>}
  >
    {account.actions.includes('user_management')
      ? 'Selecciona una sede activa desde la barra superior para ver sus evaluaciones.'
      : 'Pide al administrador que te asigne una sede para ver sus evaluaciones.'}
  </Notice>
);
