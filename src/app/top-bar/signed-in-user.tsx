import { lockNow } from '#storage/account/lock.ts';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import { reportFailure } from '../kit/failures.ts';
import { OwnAccountButton } from './own-account.tsx';
import { useSignOut } from '../session/sign-out.tsx';
import { TopBarButton, TopBarLink } from './top-bar-button.tsx';
import './signed-in-user.css';

/** Moves the focus to the page content before locking, so that the focus returns to the content and not to the lock button. */
function focusContentAndLock(): void {
  const place = document.querySelector<HTMLElement>('[data-focus-place]') ?? document.querySelector('main');
  place?.focus({ preventScroll: true });
  void lockNow(Date.now()).catch(reportFailure);
}

const LockButton = () => (
  <TopBarButton className="lock-button" onClick={focusContentAndLock}>
    <Icon name="lock" />
    <span className="visually-hidden">Bloquear ahora</span>
  </TopBarButton>
);

/**
 * Shows the signed-in user and the sign-out button. Both are outside a menu, because several users share the tablet. A narrow
 * bar shows them as icons with the same accessible names.
 */
export function SignedInUserControls({ account }: { account: Account }) {
  const { signOut, dialog } = useSignOut(account);
  return (
    <div className="signed-in">
      <TopBarLink className="help-link" to="/help">
        <span aria-hidden="true">?</span>
        <span className="visually-hidden">Ayuda</span>
      </TopBarLink>
      <OwnAccountButton account={account} />
      <LockButton />
      <TopBarButton className="sign-out" onClick={signOut}>
        <Icon name="leave" />
        <span className="sign-out-word">Cerrar sesión</span>
      </TopBarButton>
      {dialog}
    </div>
  );
}
