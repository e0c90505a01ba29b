import { Button } from '@mantine/core';
import { noBranchTitle } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface NoBranchProps {
  account: Account;
  /** Repeats the request after the server has rejected it; absent if no request was sent. */
  onRetry?: () => unknown;
}

/**
 * P2: explains where the user selects a branch, or that an administrator must assign one. Also shown if the server rejects the
 * request because it does not know the active branch.
 */
export const NoBranchNotice = ({ account, onRetry }: NoBranchProps) => (
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
