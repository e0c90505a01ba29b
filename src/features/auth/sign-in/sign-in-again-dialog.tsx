import { Modal } from '@mantine/core';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { SignInForm, type SignIn } from './sign-in-form.tsx';
import './sign-in-again-dialog.css';

interface SignInAgainDialogProps {
  /** Mail address of the account. Null if the server never reported the address; the form then asks for it. */
  email: string | null;
  signIn: SignIn;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Dialog to sign in again after the session has ended (S9); the current screen stays open behind it. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  useRestoreFocus();
  return (
    <Modal opened onClose={props.onClose} title="Inicia sesión para seguir">
      <p className="sign-in-again-text">Lo que registraste sigue guardado y se enviará apenas entres.</p>
      <SignInForm signIn={props.signIn} fixedEmail={props.email} onSignedIn={props.onSignedIn} />
    </Modal>
  );
}
