import { Suspense } from 'react';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { lazyScreen } from '../kit/lazy-screen.ts';
import { useDialog } from '../kit/use-dialog.ts';
import { TopBarButton } from './top-bar-button.tsx';
import './own-account.css';

const LazyAccountDialog = lazyScreen(async () => (await import('../kit/person-dialog.tsx')).AccountDialog);

export function OwnAccountButton({ account }: { account: Account }) {
  const { opened, opener, open, close } = useDialog();
  return (
    <>
      <TopBarButton className="own-account" aria-haspopup="dialog" ref={opener} onClick={open}>
        <Icon name="person" />
        <span className="own-account-name" title={account.displayName}>
          {account.displayName}
        </span>
        <span className="visually-hidden">: contraseña y dispositivo</span>
      </TopBarButton>
      {opened && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <LazyAccountDialog account={account} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
