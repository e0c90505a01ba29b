import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { LoginBody } from '#contract/records/people/auth.ts';
import { signInFieldProblem } from '#contract/sign-in.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { supportCodeToShow } from '#sync/messages/support-code.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { createFirstErrorFocuser } from '../pieces/focus-first-error.ts';
import { signInProblemText } from './sign-in-problem.ts';
import { PublicForm } from '../pieces/public-form.tsx';

export type SignIn = (email: string, password: string, previous?: string) => Promise<SignInResult>;
type SignInFormFailure = Exclude<SignInResult, { type: 'signed_in' }>;

interface SignInFormProps {
  signIn: SignIn;
  /**
   * Mail address of the user whose session ended; no other user may sign in here. If set, the browser does not fill in the
   * password.
   */
  fixedEmail?: string | null;
  onSignedIn?: () => void;
}

const SignInFailureNotice = ({ failure }: { failure: SignInFormFailure }) =>
  failure.type === 'storage' ? (
    <StorageNotice kind={failure.problem.kind} />
  ) : (
    <Notice kind="error" supportCode={failure.type === 'refused' ? supportCodeToShow(failure) : undefined}>
      {signInProblemText(failure)}
    </Notice>
  );

/** Sends one attempt at a time. `busy` stays true after success, until the parent component replaces the form. */
function useSignInAttempt(signIn: SignIn, onSignedIn: (() => void) | undefined) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFormFailure | null>(null);
  const attempt = async ({ email, password }: LoginBody, previous: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await signIn(email.trim(), password, ...(previous === '' ? [] : [previous]));
      if (result.type === 'signed_in') return onSignedIn?.();
      setFailure(result);
    } catch (error) {
      reportError(error);
      setFailure({ type: 'refused', status: 0, code: null, message: '' });
    }
    setBusy(false);
  };
  return { busy, failure, attempt, forget: () => setFailure(null) };
}

/**
 * Returns true once an attempt has failed because the previous password is needed, and stays true, so that the field for the
 * previous password stays in the form (D2).
 */
function useNeedsPreviousPassword(failure: SignInFormFailure | null): boolean {
  const [wasLocked, setWasLocked] = useState(false);
  if (failure?.type === 'locked' && !wasLocked) setWasLocked(true);
  return wasLocked;
}

export function SignInForm({ signIn, fixedEmail = null, onSignedIn }: SignInFormProps) {
  const { busy, failure, attempt, forget } = useSignInAttempt(signIn, onSignedIn);
  const form = useForm<LoginBody>({
    mode: 'uncontrolled',
    initialValues: { email: fixedEmail ?? '', password: '' },
    onValuesChange: forget,
    validate: {
      email: (typed) => signInFieldProblem('email', typed),
      password: (typed) => signInFieldProblem('password', typed),
    },
  });
  const [previous, setPrevious] = useState('');
  const wasLocked = useNeedsPreviousPassword(failure);
  const first = fixedEmail === null;
  return (
    <PublicForm
      onSubmit={form.onSubmit((values) => void attempt(values, previous), createFirstErrorFocuser(form))}
    >
      <TextInput
        label="Correo electrónico"
        type="email"
        readOnly={!first}
        autoComplete={first ? 'username' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Contraseña"
        autoComplete={first ? 'current-password' : 'off'}
        data-autofocus={!first || undefined}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {wasLocked && (
        <PasswordInput
          label="Contraseña anterior"
          autoComplete="off"
          value={previous}
          onChange={(event) => setPrevious(event.currentTarget.value)}
        />
      )}
      {failure && <SignInFailureNotice failure={failure} />}
      <Button type="submit" variant="filled" fullWidth loading={busy}>
        Iniciar sesión
      </Button>
    </PublicForm>
  );
}
