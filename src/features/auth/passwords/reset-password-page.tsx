import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { CompletePasswordResetBody } from '#contract/records/people/accounts.ts';
import { firstMessageByField } from '#sync/messages/failure-text.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { AccountFailureNotice, type FailedSignIn } from './account-failure.tsx';
import type { DeviceTrouble } from '../pieces/device-trouble.tsx';
import { createFirstErrorFocuser } from '../pieces/focus-first-error.ts';
import { NewPasswordFields, newPasswordSchema, type NewPasswordValues } from '../pieces/new-password.tsx';
import { PublicPage } from '../pieces/public-page.tsx';
import { useTakeTokenFromAddress } from './use-token-of-link.ts';
import { PublicForm } from '../pieces/public-form.tsx';
import { PublicLink } from '../pieces/public-link.tsx';

type CompleteReset = (token: string, password: string) => Promise<SignInResult>;

interface ResetValues extends NewPasswordValues {
  token: string;
}

const RESET_PROBLEM_TEXTS = {
  fallback: 'No fue posible restablecer la contraseña.',
  byStatus: {
    400: 'El token no es válido o la nueva contraseña no cumple los requisitos.',
    403: 'La cuenta está inactiva. Contacta al administrador.',
  },
};
const resetPasswordSchema = newPasswordSchema(
  { token: CompletePasswordResetBody.shape.token },
  'Las contraseñas no coinciden.',
);

interface ResetTrouble {
  readonly failure: FailedSignIn;
  /** True if an earlier attempt got no response. In that case, the server may have used the token and set the new password. */
  readonly maybeDone: boolean;
}

type RejectedReset = Extract<FailedSignIn, { type: 'refused' }>;

function resetFieldErrors({ details = [] }: RejectedReset): Partial<Record<keyof ResetValues, string>> {
  const { new_password: password, token } = firstMessageByField(details);
  return { ...(password && { password }), ...(token && { token }) };
}

function useResetSubmission(completeReset: CompleteReset, onRejected: (refused: RejectedReset) => void) {
  const change = useChangeRunner<ResetTrouble>();
  const [done, setDone] = useState(false);
  const unanswered = useRef(false);
  const send = async ({ token, password }: ResetValues): Promise<ResetTrouble | null> => {
    const result = await completeReset(token.trim(), password);
    if (result.type === 'signed_in') {
      setDone(true);
      return null;
    }
    if (result.type !== 'refused') {
      unanswered.current = true;
      return { failure: result, maybeDone: false };
    }
    onRejected(result);
    return { failure: result, maybeDone: unanswered.current };
  };
  // `busy` stays true after success, until the next page replaces the form.
  return {
    ...change,
    busy: change.busy || done,
    submit: (values: ResetValues) => void change.run(() => send(values)),
  };
}

const PossiblyResetNotice = () => (
  <Notice kind="info">
    Puede que el intento anterior sí haya llegado: prueba a iniciar sesión con la contraseña nueva.
  </Notice>
);

function ResetForm({ completeReset }: { completeReset: CompleteReset }) {
  const token = useTakeTokenFromAddress();
  const form = useForm<ResetValues>({
    mode: 'uncontrolled',
    initialValues: { token, password: '', confirmation: '' },
    onValuesChange: () => forget(),
    validate: schemaResolver(resetPasswordSchema, { sync: true }),
  });
  const { busy, trouble, submit, forget } = useResetSubmission(completeReset, (refused) => {
    form.setErrors(resetFieldErrors(refused));
  });
  return (
    <PublicForm onSubmit={form.onSubmit(submit, createFirstErrorFocuser(form))}>
      {token === '' && (
        <TextInput
          label="Token"
          description="Es el código del enlace que recibiste."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('token')}
          {...form.getInputProps('token')}
        />
      )}
      <NewPasswordFields form={form} />
      {trouble && <AccountFailureNotice failure={trouble.failure} words={RESET_PROBLEM_TEXTS} />}
      {trouble?.maybeDone && <PossiblyResetNotice />}
      <Button type="submit" variant="filled" fullWidth loading={busy}>
        Guardar y entrar
      </Button>
    </PublicForm>
  );
}

interface ResetPasswordPageProps {
  completeReset: CompleteReset;
  trouble: DeviceTrouble | null;
}

/** `/reset-password?token=…`: sets a new password and signs the user in (P2). An invitation opens this page too. */
export const ResetPasswordPage = ({ completeReset, trouble }: ResetPasswordPageProps) => (
  <PublicPage
    title="Crea tu contraseña"
    intro="Al guardarla entras de una vez. Las demás sesiones de tu cuenta se cierran."
    trouble={trouble}
  >
    <ResetForm completeReset={completeReset} />
    <PublicLink to="/login">Volver a iniciar sesión</PublicLink>
  </PublicPage>
);
