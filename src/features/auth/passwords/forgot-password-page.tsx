import { Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PasswordResetBody } from '#contract/records/people/accounts.ts';
import type { ResetRequestResult } from '#sync/session/passwords.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { accountProblemText } from './account-problem.ts';
import type { DeviceTrouble } from '../pieces/device-trouble.tsx';
import { EmailField } from '../pieces/email-field.tsx';
import { createFirstErrorFocuser } from '../pieces/focus-first-error.ts';
import { PublicPage } from '../pieces/public-page.tsx';
import { PublicForm } from '../pieces/public-form.tsx';
import { PublicLink } from '../pieces/public-link.tsx';
import './forgot-password-page.css';

type RequestReset = (email: string) => Promise<ResetRequestResult>;
type RequestedReset = Extract<ResetRequestResult, { type: 'requested' }>;

const RESET_REQUEST_PROBLEM_TEXTS = { fallback: 'No fue posible generar el enlace de recuperación.' };

interface ResetRequestFormProps {
  requestReset: RequestReset;
  onRequested: (requested: RequestedReset) => void;
}

function ResetRequestForm({ requestReset, onRequested }: ResetRequestFormProps) {
  const { busy, trouble, run, forget } = useChangeRunner<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    onValuesChange: forget,
    validate: schemaResolver(PasswordResetBody, { sync: true }),
  });
  const send = async ({ email }: { email: string }) => {
    const result = await requestReset(email.trim());
    if (result.type !== 'requested') return accountProblemText(result, RESET_REQUEST_PROBLEM_TEXTS);
    onRequested(result);
    return null;
  };
  return (
    <PublicForm
      onSubmit={form.onSubmit((values) => void run(() => send(values)), createFirstErrorFocuser(form))}
    >
      <EmailField key={form.key('email')} {...form.getInputProps('email')} />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <Button type="submit" variant="filled" fullWidth loading={busy}>
        Enviar enlace
      </Button>
    </PublicForm>
  );
}

/** Shows the token that a server in local mode returns instead of sending a mail. */
const LocalModeResetToken = ({ token }: { token: string }) => (
  <>
    <Notice kind="warn" title="Modo local: este servidor no envía correos.">
      Usa este código para restablecer la contraseña:
      <code className="reset-token">{token}</code>
    </Notice>
    <Button
      component={Link}
      to={`/reset-password?token=${encodeURIComponent(token)}`}
      variant="filled"
      fullWidth
    >
      Restablecer contraseña
    </Button>
  </>
);

const ResetRequestedNotice = ({ token }: RequestedReset) => (
  <>
    <Notice kind="ok" title="Solicitud recibida.">
      Si el correo pertenece a una cuenta, recibirás un enlace para restablecer la contraseña. Vence en una
      hora.
    </Notice>
    {token !== null && <LocalModeResetToken token={token} />}
  </>
);

/** Hint to ask the administrator; it replaces the form if the server sends no mail and so cannot send a link. */
const AskAdministratorHint = () => (
  <Notice kind="info" title="Este servidor no envía correos.">
    Pide el enlace a tu administrador: puede crearlo en Usuarios y dártelo para que elijas una contraseña
    nueva.
  </Notice>
);

interface ForgotPasswordPageProps {
  sendsLinks: boolean;
  requestReset: RequestReset;
  trouble: DeviceTrouble | null;
}

const FORGOT_PASSWORD_INTRO = 'Escribe tu correo y te enviaremos un enlace para crear una nueva.';

/** `/forgot-password`: requests a password link. Shows the same message for known and unknown addresses (P2). */
export function ForgotPasswordPage({ sendsLinks, requestReset, trouble }: ForgotPasswordPageProps) {
  const [requested, setRequested] = useState<RequestedReset | null>(null);
  return (
    <PublicPage
      title="Recupera tu contraseña"
      intro={sendsLinks && !requested ? FORGOT_PASSWORD_INTRO : undefined}
      trouble={trouble}
    >
      {!sendsLinks && <AskAdministratorHint />}
      {sendsLinks && requested && <ResetRequestedNotice {...requested} />}
      {sendsLinks && !requested && (
        <ResetRequestForm requestReset={requestReset} onRequested={setRequested} />
      )}
      <PublicLink to="/login">Volver a iniciar sesión</PublicLink>
    </PublicPage>
  );
}
