import { AccountPages } from '#tests/support/reception/accounts.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expect, verify, test } from '../fixtures.ts';
import { createCallMatcher, withFault, expectText, baseContractError, textlessError } from '../screens.ts';

const LOGIN_MATCH = createCallMatcher('POST', '/auth/login');
const WRONG_PASSWORD = { password: 'no-es-la-clave-1' } as const;
const NEXT_PASSWORD = 'la-clave-siguiente-8';
const MAINTENANCE_BODY = { message: 'Hoy se hace mantenimiento.' } as const;
const ERROR_WITH_MESSAGE = baseContractError(422, MAINTENANCE_BODY);

test(
  'the sign-in page shows the errors of failed sign-ins; after a sign-in the app opens the requested page or the start page',
  { tag: '@short' },
  async ({ page, line, desk, rocio, elsewhere }) => {
    await desk.open('/evaluations?status=cerrada');
    await expect(page).toHaveURL(`${line.origin}/login`);
    await verify('routes-4', () =>
      expect(page.getByRole('link', { name: '¿Olvidaste tu contraseña?' })).toHaveAttribute(
        'href',
        '/forgot-password',
      ),
    );
    await verify('people-1', async () => {
      await desk.button('Iniciar sesión').click();
      await expectText(page, 'Ingresa tu correo electrónico.');
      await expectText(page, 'Ingresa tu contraseña.');
    });
    await verify('people-2', async () => {
      await desk.fillSignIn({ ...rocio, ...WRONG_PASSWORD });
      await expectText(page, 'Credenciales inválidas. Verifica tu correo y contraseña.');
    });
    await verify('people-3', async () => {
      await withFault(
        line,
        LOGIN_MATCH,
        baseContractError(422, { message: 'La cuenta espera su activación.' }),
        async () => {
          await desk.fillSignIn(rocio);
          await expectText(page, 'La cuenta espera su activación.');
        },
      );
      await withFault(line, LOGIN_MATCH, textlessError(), async () => {
        await desk.fillSignIn(rocio);
        await expectText(page, 'No fue posible iniciar sesión. Intenta nuevamente.');
      });
    });
    await desk.fillSignIn(rocio);
    await verify('routes-1', () => expect(page).toHaveURL(`${line.origin}/evaluations?status=cerrada`));
    await verify('routes-3', async () => {
      await desk.open('/login');
      await expect(page).toHaveURL(`${line.origin}/home`);
    });
    await verify('routes-10', async () => {
      await desk.open('/');
      await expect(page).toHaveURL(`${line.origin}/home`);
    });
    const other = new ReceptionScreen(await elsewhere(), line.origin);
    await verify('routes-2', async () => {
      await other.open('/login');
      await other.fillSignIn(rocio);
      await expect(other.page).toHaveURL(`${line.origin}/home`);
    });
  },
);

test('the app shows a message while it checks the session at its start', async ({
  page,
  line,
  desk,
  rocio,
  elsewhere,
}) => {
  await desk.signIn(rocio, '/home');
  const other = await elsewhere();
  await other.context().addCookies(await page.context().cookies());
  await verify('routes-9', async () => {
    const held = line.hold(createCallMatcher('GET', '/auth/me'), 'before');
    await other.goto(`${line.origin}/evaluations`);
    await expectText(other, 'Verificando sesión…');
    await expect(other.getByLabel('Correo electrónico')).toHaveCount(0);
    held.release();
  });
});

test('a user resets a forgotten password, and the pages show the errors of invalid input and failed requests', async ({
  page,
  line,
  clinic,
  desk,
  rocio,
}) => {
  const accounts = new AccountPages(page, line.origin);
  const requestReset = async (email: string) => {
    await desk.open('/forgot-password');
    await desk.field('Correo electrónico').fill(email);
    await desk.button('Enviar enlace').click();
  };
  await verify('people-9', async () => {
    for (const [fault, text] of [
      [textlessError(), 'No fue posible generar el enlace de recuperación.'],
      [ERROR_WITH_MESSAGE, MAINTENANCE_BODY.message],
    ] as const)
      await withFault(line, createCallMatcher('POST', '/auth/password-reset'), fault, async () => {
        await requestReset(rocio.email);
        await expectText(page, text);
      });
  });
  await verify('routes-5', async () => {
    for (const email of ['nadie@alisos.demo', rocio.email]) {
      await requestReset(email);
      await expectText(page, 'Si el correo pertenece a una cuenta, recibirás un enlace');
    }
  });
  const token = (await page.locator('code').textContent()) ?? '';
  await verify('routes-6', async () => {
    expect(token).not.toBe('');
    await expect(page.getByRole('link', { name: 'Restablecer contraseña' })).toHaveAttribute(
      'href',
      `/reset-password?token=${encodeURIComponent(token)}`,
    );
  });
  await page.getByRole('link', { name: 'Restablecer contraseña' }).click();
  await verify('routes-7', async () => {
    await expect(desk.field('Token')).toHaveCount(0);
    await expect(desk.field('Nueva contraseña')).toBeVisible();
    await expect(desk.field('Confirma la contraseña')).toBeVisible();
  });
  await verify('people-10', async () => {
    await desk.field('Nueva contraseña').fill(NEXT_PASSWORD);
    await desk.field('Confirma la contraseña').fill(`${NEXT_PASSWORD}!`);
    await desk.button('Guardar y entrar').click();
    await expectText(page, 'Las contraseñas no coinciden.');
  });
  await verify('people-14', async () => {
    await accounts.choosePassword('corta-7');
    await expect(desk.field('Nueva contraseña')).toHaveAttribute('data-invalid', 'true');
    await accounts.choosePassword('12345678');
    await expect(desk.field('Nueva contraseña')).toHaveAttribute('data-invalid', 'true');
    await expect(desk.field('Nueva contraseña')).toHaveAccessibleDescription(/primeras que alguien probaría/);
  });
  const complete = createCallMatcher('POST', '/auth/password-reset/complete');
  await verify('people-12', () =>
    withFault(line, complete, textlessError(403), async () => {
      await accounts.choosePassword(NEXT_PASSWORD);
      await expectText(page, 'La cuenta está inactiva. Contacta al administrador.');
    }),
  );
  await verify('people-13', async () => {
    for (const [fault, text] of [
      [textlessError(), 'No fue posible restablecer la contraseña.'],
      [ERROR_WITH_MESSAGE, MAINTENANCE_BODY.message],
    ] as const)
      await withFault(line, complete, fault, async () => {
        await accounts.choosePassword(NEXT_PASSWORD);
        await expectText(page, text);
      });
  });
  await accounts.choosePassword(NEXT_PASSWORD);
  await verify('routes-8', () => expect(page).toHaveURL(`${line.origin}/home`));
  await desk.leave();
  await verify('people-11', async () => {
    await desk.open(`/reset-password?token=${token}`);
    await accounts.choosePassword('otra-clave-larga-9');
    await expectText(page, 'El token no es válido o la nueva contraseña no cumple los requisitos.');
  });
  expect(await clinic.query('select 1 from users where id = $1', [rocio.id])).toHaveLength(1);
});

test('a user changes the password, and the dialog shows the errors of invalid input and failed requests', async ({
  page,
  line,
  clinic,
}) => {
  const member = await createClinicUser(clinic, 'Bogotá', ['view_dashboard']);
  const accounts = new AccountPages(page, line.origin);
  const { desk } = accounts;
  await desk.signIn(member, '/home');
  await accounts.openChange();
  await verify('shell-9', async () => {
    await expect(page.getByRole('dialog')).toContainText('Cambiar contraseña');
    await expect(page).toHaveURL(`${line.origin}/home`);
  });
  await verify('people-4', async () => {
    await accounts.change('', '');
    await expect(desk.field('Contraseña actual')).toHaveAttribute('data-invalid', 'true');
    await expect(desk.field('Nueva contraseña')).toHaveAttribute('data-invalid', 'true');
    await accounts.change(member.password, 'siete-7');
    await expect(desk.field('Nueva contraseña')).toHaveAttribute('data-invalid', 'true');
  });
  await verify('people-5', async () => {
    await desk.field('Nueva contraseña').fill(NEXT_PASSWORD);
    await desk.field('Confirma la contraseña').fill(`${NEXT_PASSWORD}!`);
    await desk.button('Actualizar contraseña').click();
    await expectText(page, 'La nueva contraseña y su confirmación no coinciden.');
  });
  await verify('people-6', async () => {
    await accounts.change(WRONG_PASSWORD.password, NEXT_PASSWORD);
    await expectText(page, 'La contraseña actual no es válida.');
  });
  await verify('people-7', async () => {
    for (const [fault, text] of [
      [textlessError(), 'No fue posible actualizar la contraseña.'],
      [ERROR_WITH_MESSAGE, MAINTENANCE_BODY.message],
    ] as const)
      await withFault(line, createCallMatcher('POST', '/auth/change-password'), fault, async () => {
        await accounts.change(member.password, NEXT_PASSWORD);
        await expectText(page, text);
      });
  });
  await verify('people-8', async () => {
    await accounts.change(member.password, NEXT_PASSWORD);
    await expectText(page, 'Contraseña actualizada correctamente.');
  });
});
