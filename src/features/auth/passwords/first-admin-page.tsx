import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { FirstAdministratorBody } from '#contract/records/people/accounts.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { AccountFailureNotice, type FailedSignIn } from './account-failure.tsx';
import type { DeviceTrouble } from '../pieces/device-trouble.tsx';
import { EmailField } from '../pieces/email-field.tsx';
import { createFirstErrorFocuser } from '../pieces/focus-first-error.ts';
import { NewPasswordFields, newPasswordSchema, type NewPasswordValues } from '../pieces/new-password.tsx';
import { PublicPage } from '../pieces/public-page.tsx';
import { useTakeTokenFromAddress } from './use-token-of-link.ts';
import { PublicForm } from '../pieces/public-form.tsx';
import { PublicLink } from '../pieces/public-link.tsx';

type CreateAdministrator = (body: FirstAdministratorBody) => Promise<SignInResult>;

interface AdministratorValues extends NewPasswordValues {
  email: string;
  display_name: string;
}

const CREATE_ADMIN_PROBLEM_TEXTS = { fallback: 'No fue posible crear la cuenta.' };
const { email, display_name } = FirstAdministratorBody.shape;
const administratorSchema = newPasswordSchema({ email, display_name }, 'Las contraseñas no coinciden.');

interface AdministratorFormProps {
  token: string;
  createAdministrator: CreateAdministrator;
}

function AdministratorForm({ token, createAdministrator }: AdministratorFormProps) {
  const { busy, trouble, run, forget } = useChangeRunner<FailedSignIn>();
  const [done, setDone] = useState(false);
  const form = useForm<AdministratorValues>({
    mode: 'uncontrolled',
    initialValues: { email: '', display_name: '', password: '', confirmation: '' },
    onValuesChange: forget,
    validate: schemaResolver(administratorSchema, { sync: true }),
  });
  const send = async (values: AdministratorValues) => {
    const { confirmation: _typedTwice, ...body } = { ...values, email: values.email.trim(), token };
    const result = await createAdministrator(body);
    if (result.type !== 'signed_in') return result;
    setDone(true);
    return null;
  };
  return (
    <PublicForm
      onSubmit={form.onSubmit((values) => void run(() => send(values)), createFirstErrorFocuser(form))}
    >
      <EmailField key={form.key('email')} {...form.getInputProps('email')} />
      <TextInput
        label="Nombre"
        autoComplete="name"
        key={form.key('display_name')}
        {...form.getInputProps('display_name')}
      />
      <NewPasswordFields form={form} label="Contraseña" />
      {trouble && <AccountFailureNotice failure={trouble} words={CREATE_ADMIN_PROBLEM_TEXTS} />}
      <Button type="submit" variant="filled" fullWidth loading={busy || done}>
        Crear cuenta y entrar
      </Button>
    </PublicForm>
  );
}

const MissingTokenNotice = () => (
  <Notice kind="warn" title="Falta el enlace de un solo uso.">
    Abre el enlace que el servidor muestra en su terminal al iniciar. Sirve una vez y durante 24 horas; al
    reiniciar el servidor sale uno nuevo.
  </Notice>
);

interface FirstAdminPageProps {
  createAdministrator: CreateAdministrator;
  trouble: DeviceTrouble | null;
}

/** `/first-admin?token=…`: creates the first account of an empty server, which prints this link in its terminal. */
export function FirstAdminPage({ createAdministrator, trouble }: FirstAdminPageProps) {
  const token = useTakeTokenFromAddress();
  return (
    <PublicPage
      title="Crea la cuenta de administración"
      intro="Es la primera de esta clínica y tiene todos los permisos; con ella invitas a los demás."
      trouble={trouble}
    >
      {token === '' ? (
        <MissingTokenNotice />
      ) : (
        <AdministratorForm token={token} createAdministrator={createAdministrator} />
      )}
      <PublicLink to="/login">Ya tengo cuenta: iniciar sesión</PublicLink>
    </PublicPage>
  );
}
