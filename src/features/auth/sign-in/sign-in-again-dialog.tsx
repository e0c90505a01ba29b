import { Modal } from '@mantine/core';
import { useFocusBack } from '#ui/hooks/use-focus-back.ts';
import { SignInForm, type SignIn } from './sign-in-form.tsx';
import './sign-in-again-dialog.css';

interface SignInAgainDialogProps {
  /** Address of the account; null when the server never reported it, so that the form requests it. */
  email: string | null;
  signIn: SignIn;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Opens an ended session in place (S9); the current screen stays. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={props.onClose} title="Inicia sesión para seguir">
      <p className="sign-in-again-text">Lo que registraste sigue guardado y se enviará apenas entres.</p>
      <SignInForm signIn={props.signIn} fixedEmail={props.email} onSignedIn={props.onSignedIn} />
    </Modal>
  );
}
