import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { recordBranchChoiceDismissed, wasBranchChoiceDismissed } from '#storage/account/branch-offer.ts';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import { toast } from '#ui/notices/toast.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { reportFailure } from '../kit/failures.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';
import { shouldOpenBranchDialog } from './opens-automatically.ts';
import { useDialog } from '../kit/use-dialog.ts';
import { TopBarButton } from './top-bar-button.tsx';
import './branch-switcher.css';

const BranchDialog = lazyScreen(async () => {
  const [{ withQueryClient: withQueries }, { BranchDialog: Dialog }] = await Promise.all([
    import('../kit/with-queries.tsx'),
    import('#features/branches/branch-dialog.tsx'),
  ]);
  return withQueries(Dialog);
});

/** Address of the screen that creates and selects the first branch; the dialog does not open there. */
const FIRST_BRANCH_PATH = '/setup';

function useBranchDialog(account: Account) {
  const dialog = useDialog();
  const { pathname } = useLocation();
  const offered = useLiveQuery(wasBranchChoiceDismissed);
  const close = () => {
    dialog.close();
    recordBranchChoiceDismissed().catch(reportFailure);
  };
  return {
    ...dialog,
    opened: dialog.opened || (pathname !== FIRST_BRANCH_PATH && shouldOpenBranchDialog(account, offered)),
    close,
  };
}

export function BranchSwitcher({ account }: { account: Account }) {
  const { opened, opener, open, close } = useBranchDialog(account);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const onChanged = (branchId: string | null) => {
    close();
    toast('ok', branchId === null ? 'Modo global: ninguna sede activa.' : 'Sede activa actualizada.');
    if (/^\/evaluations\/(?!today$)./.test(pathname)) void navigate('/evaluations');
  };
  return (
    <>
      {account.branchId === null ? (
        <Button size="compact-md" aria-haspopup="dialog" ref={opener} onClick={open}>
          Seleccionar sede
        </Button>
      ) : (
        <TopBarButton className="branch-button" aria-haspopup="dialog" ref={opener} onClick={open}>
          <Icon name="building" />
          <span className="branch-button-words">Cambiar sede</span>
        </TopBarButton>
      )}
      {opened && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <BranchDialog account={account} onChanged={onChanged} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
