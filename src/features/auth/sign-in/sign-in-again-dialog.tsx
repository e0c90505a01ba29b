import { Modal } from '@mantine/core';
import { useFocusBack } from '#ui/hooks/use-focus-back.ts';
import { SignInForm, type SignIn } from './sign-in-form.tsx';
import './sign-in-again-dialog.css';

interface SignInAgainDialogProps {
  /** Address of the account; null if the server never reported it, so that the form asks for it. */
  email: string | null;
  signIn: SignIn;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Opens an ended session (S9) while the current screen stays open. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={props.onClose} title="Inicia sesión para seguir">
      <p className="sign-in-again-text">Lo que registraste sigue guardado y se enviará apenas entres.</p>
      <SignInForm signIn={props.signIn} fixedEmail={props.email} onSignedIn={props.onSignedIn} />
    </Modal>
  );
}
