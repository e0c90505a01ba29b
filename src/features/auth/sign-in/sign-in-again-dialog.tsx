import { Modal } from '@mantine/core';
import { useFocusBack } from '#ui/hooks/use-focus-back.ts';
import { SignInForm, type SignIn } from './sign-in-form.tsx';
import './sign-in-again-dialog.css';

interface SignInAgainDialogProps {
  /** Null where the provider never told it: then it is asked for. */
  email: string | null;
  signIn: SignIn;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Opens an ended session in place (S9): whatever is on the screen stays. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={props.onClose} title="Inicia sesión para seguir">
      <p className="sign-in-again-text">Lo que registraste sigue guardado y se enviará apenas entres.</p>
      <SignInForm signIn={props.signIn} fixedEmail={props.email} onSignedIn={props.onSignedIn} />
    </Modal>
  );
}
