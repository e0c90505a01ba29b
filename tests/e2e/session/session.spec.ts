import { endSessions, createClinicUser } from '#tests/support/server/clinic.ts';
import { expect, test } from '../fixtures.ts';

test.describe('sign-in page', () => {
  test(
    'P2.2 the app redirects a signed-in user away from the sign-in page',
    { tag: '@thorough' },
    async ({ desk, rocio, page, line }) => {
      await desk.signIn(rocio, '/home');
      await desk.open('/login');
      await expect(page).toHaveURL(`${line.origin}/home`);
    },
  );
});

test.describe('end of a session', () => {
  test(
    'S16 the app signs out immediately and ends the session on the server when no entry is unsent',
    { tag: '@landing' },
    async ({ desk, rocio, page, line, clinic }) => {
      await desk.signIn(rocio, '/home');
      await desk.signOut();
      await expect(page).toHaveURL(`${line.origin}/login`);
      await expect
        .poll(() => clinic.query('select 1 from sessions where user_id = $1', [rocio.id]))
        .toHaveLength(0);
      await desk.open('/home');
      await expect(desk.button('Iniciar sesión')).toBeVisible();
    },
  );

  test(
    'S9 when the session has expired, the user signs in again in a dialog without leaving the page',
    { tag: '@thorough' },
    async ({ desk, rocio, page, line, clinic }) => {
      await desk.signIn(rocio, '/home');
      await endSessions(clinic, rocio);
      await page.reload();
      await expect(page.getByText('Tu sesión venció.')).toBeVisible();
      await desk.button('Iniciar sesión').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Correo electrónico')).toHaveValue(rocio.email);
      await dialog.getByLabel('Contraseña', { exact: true }).fill(rocio.password);
      await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
      await expect(page.getByText('Tu sesión venció.')).toBeHidden();
      await expect(page).toHaveURL(`${line.origin}/home`);
    },
  );
});

test(
  'P2.21 the navigation shows a doctor the link to the reception, whose page states the missing permission',
  { tag: '@thorough' },
  async ({ desk, clinic, page }) => {
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations']);
    await desk.signIn(doctor, '/home');
    const entries = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
    await expect(entries).toHaveText(['Inicio', 'Registrar paciente', 'Evaluaciones', 'Mi organización']);
    await entries.getByText('Registrar paciente').click();
    await expect(page.getByText('No tienes permiso para registrar pacientes.')).toBeVisible();
    await expect(page.getByText('«Recepción de pacientes»')).toBeVisible();
    await page.getByRole('link', { name: 'Ir al inicio' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);
