import { lockNow } from '#storage/account/lock.ts';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import { reportFailure } from '../kit/failures.ts';
import { OwnAccount } from './own-account.tsx';
import { useSignOut } from '../session/sign-out.tsx';
import { TopBarButton, TopBarLink } from './top-bar-button.tsx';
import './signed-in-user.css';

/** The focus comes back where it was: in the work, and not at the button that locked. */
function lockUp(): void {
  const place = document.querySelector<HTMLElement>('[data-focus-place]') ?? document.querySelector('main');
  place?.focus({ preventScroll: true });
  void lockNow(Date.now()).catch(reportFailure);
}

/** For whoever leaves the desk for a moment; the queue goes on. */
const LockButton = () => (
  <TopBarButton className="lock-button" onClick={lockUp}>
    <Icon name="lock" />
    <span className="visually-hidden">Bloquear ahora</span>
  </TopBarButton>
);

/**
 * Who is signed in, and the way out, which no menu hides: the tablet is handed on. On a narrow bar both are their icons
 * alone, with the same names.
 */
export function SignedInUser({ account }: { account: Account }) {
  const { signOut, dialog } = useSignOut(account);
  return (
    <div className="signed-in">
      <TopBarLink className="help-link" to="/help">
        <span aria-hidden="true">?</span>
        <span className="visually-hidden">Ayuda</span>
      </TopBarLink>
      <OwnAccount account={account} />
      <LockButton />
      <TopBarButton className="sign-out" onClick={signOut}>
        <Icon name="leave" />
        <span className="sign-out-word">Cerrar sesión</span>
      </TopBarButton>
      {dialog}
    </div>
  );
}
