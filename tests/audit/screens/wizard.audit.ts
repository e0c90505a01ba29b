import type { Page } from '@playwright/test';
import { listReceivedRegistrations } from '#tests/support/server/clinic.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { expect, verify, test } from '../fixtures.ts';
import { createCallMatcher, withFault, expectText, baseContractError, textlessError } from '../screens.ts';

/** Document number of a patient in the demo clinic. */
const DEMO_PATIENT_NUMBER = '9999000017';

const countActiveStepMarks = async (page: Page) => ({
  steps: await page.locator('.step[data-active]').count(),
  connectors: await page.locator('.step-connector[data-active]').count(),
});

test(
  'the wizard registers a patient in its three steps',
  { tag: '@short' },
  async ({ desk, rocio, page, line, clinic }) => {
    await desk.signIn(rocio, '/pacientes');
    await verify('routes-14', async () => {
      await expect(desk.field('Número de identificación')).toBeVisible();
      await desk.open('/reception');
      await expect(desk.field('Número de identificación')).toBeVisible();
    });
    const steps = page.getByRole('list', { name: 'Pasos' }).getByRole('listitem');
    await verify('wizard-1', () =>
      expect(steps).toHaveText(['1Datos del paciente', '2Evaluación y empresas', '3Confirmación']),
    );
    await verify('wizard-2', async () =>
      expect(await countActiveStepMarks(page)).toEqual({ steps: 1, connectors: 0 }),
    );
    await verify('wizard-5', async () => {
      for (const name of ['Buscar paciente', 'Registrar nuevo', 'Siguiente'])
        await expect(desk.button(name)).toBeVisible();
    });
    await verify('wizard-37', async () => {
      await expect(desk.field('Tipo de identificación')).toHaveValue('CC');
      await expect(desk.field('Tipo de identificación').locator('option')).toHaveText([
        'Cédula de ciudadanía',
        'Tarjeta de identidad',
        'Cédula de extranjería',
        'Pasaporte',
      ]);
    });
    await verify('wizard-38', async () => {
      const labels = await desk.field('Género').locator('option').allInnerTexts();
      expect(labels).toEqual(expect.arrayContaining(['Femenino', 'Masculino', 'Otro']));
    });
    await verify('wizard-30', async () => {
      await desk.button('Buscar paciente').click();
      await expectText(page, 'Ingresa tipo y número de identificación para buscar.');
    });
    await desk.field('Fecha de nacimiento').fill('ayer');
    await desk.next();
    await verify('wizard-24', () => expectText(page, 'Ingrese el número de identificación'));
    await verify('wizard-25', () => expectText(page, 'Ingrese los nombres'));
    await verify('wizard-26', () => expectText(page, 'Ingrese los apellidos'));
    await verify('wizard-29', () => expectText(page, 'Formato esperado AAAA-MM-DD'));
    await verify('wizard-11', async () => expect((await countActiveStepMarks(page)).steps).toBe(1));
    const person = createVisitor();
    await desk.fillPerson(person);
    await desk.field('Fecha de nacimiento').fill('');
    await verify('wizard-23', async () => {
      await desk.field('Cargo').fill('Probador de sillas voladoras');
      await expectText(page, 'Nuevo cargo detectado. Se registrará con el nombre escrito.');
    });
    await verify('wizard-22', async () => {
      const [known] = await clinic.query<{ name: string }>('select name from occupations limit 1');
      await desk.field('Cargo').fill(known?.name.toUpperCase() ?? '');
      await expect(page.getByText('Nuevo cargo detectado.')).toHaveCount(0);
    });
    await desk.field('Cargo').fill('');
    await desk.next();
    await verify('wizard-3', () =>
      expect.poll(() => countActiveStepMarks(page)).toEqual({ steps: 2, connectors: 1 }),
    );
    await verify('wizard-5', () => expect(desk.button('Volver')).toBeVisible());
    await desk.next();
    await verify('wizard-27', () => expectText(page, 'Seleccione el tipo de evaluación'));
    await verify('wizard-28', () => expectText(page, 'Seleccione la empresa empleadora'));
    await desk.chooseEvaluation();
    await desk.next();
    await verify('wizard-4', () =>
      expect.poll(() => countActiveStepMarks(page)).toEqual({ steps: 3, connectors: 2 }),
    );
    await verify('wizard-6', () => expect(desk.confirmButton).toBeVisible());
    await verify('wizard-14', () => expect(page.getByText('Sin capturar')).toHaveCount(2));
    await verify('wizard-12', async () => {
      await desk.confirm();
      await expectText(page, 'Captura la fotografía y la firma antes de continuar.');
    });
    await desk.button('Pantalla completa').click();
    const dialog = page.getByRole('dialog');
    await verify('wizard-7', () =>
      expect(dialog.getByRole('button', { name: 'Cerrar', exact: true })).toBeVisible(),
    );
    await verify('wizard-8', async () => {
      await strokeByMouse(page, dialog.getByLabel('Firma del paciente'));
      await page.keyboard.press('Space');
      await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click();
      await expect(page.getByText('Sin capturar')).toHaveCount(2);
    });
    await verify('wizard-9', async () => {
      await desk.capture(await randomPhoto());
      await expect(page.getByAltText('Foto capturada del paciente')).toBeVisible();
    });
    await verify('wizard-14', () => expect(page.getByText('Listo para subir')).toHaveCount(2));
    const photo = line.hold({ kind: 'photo' }, 'before');
    const signature = line.hold({ kind: 'signature' }, 'before');
    await desk.confirm();
    await verify('wizard-13', async () => {
      await Promise.all([photo.reached, signature.reached]);
      expect(line.sent().map(({ kind }) => kind)[0]).toBe('evaluation');
    });
    await verify('wizard-15', () => expect(page.getByText('Subiendo…')).toHaveCount(2));
    await verify('wizard-18', () => expect(desk.button('Registrar otra evaluación')).toBeEnabled());
    photo.release();
    signature.release();
    await verify('wizard-15', () => expect(page.getByText('Subida completa')).toHaveCount(2));
    await verify('wizard-39', async () =>
      expect((await listReceivedRegistrations(clinic, rocio)).map(({ document }) => document)).toEqual([
        person.document,
      ]),
    );
    await verify('wizard-17', async () => {
      await desk.startNextRegistration();
      await expect(desk.field('Primer nombre')).toHaveValue('');
    });
  },
);

test('the wizard finds a patient by document number and shows an error when the lookup fails', async ({
  desk,
  rocio,
  page,
  line,
}) => {
  await desk.signIn(rocio);
  const search = async (number: string) => {
    await desk.field('Número de identificación').fill(number);
    await desk.button('Buscar paciente').click();
  };
  await verify('wizard-40', () =>
    withFault(line, createCallMatcher('GET', '/patients/search'), textlessError(), async () => {
      await search(DEMO_PATIENT_NUMBER);
      await expectText(page, 'No se pudo consultar el paciente. Intenta nuevamente.');
    }),
  );
  await verify('wizard-19', async () => {
    await search(DEMO_PATIENT_NUMBER);
    await expectText(page, /^Paciente encontrado: /);
    await expect(desk.field('Primer apellido')).not.toHaveValue('');
  });
  await verify('wizard-20', async () => {
    await desk.field('Número de identificación').fill(`${DEMO_PATIENT_NUMBER}9`);
    await expect(page.getByText(/^Paciente encontrado: /)).toHaveCount(0);
  });
  await verify('wizard-21', async () => {
    await search(createVisitor().document);
    await expectText(page, 'No hay un paciente con este documento.');
    await desk.field('Primer nombre').fill('Zoraida');
    await expect(desk.field('Primer nombre')).toHaveValue('Zoraida');
  });
  await verify('texts-6', () => expect(page.getByRole('alert')).toHaveCount(0));
});

test('the app shows an error when the server rejects a registration or a picture', async ({
  desk,
  rocio,
  page,
  line,
}) => {
  await desk.signIn(rocio);
  await verify('wizard-41', () =>
    withFault(line, { kind: 'evaluation' }, textlessError(), async () => {
      await desk.register(createVisitor(), await randomPhoto());
      await expectText(page, 'No se pudo crear la evaluación. Intenta nuevamente.');
    }),
  );
  await desk.startNextRegistration();
  await verify('wizard-43', () =>
    withFault(
      line,
      { kind: 'evaluation' },
      baseContractError(400, { message: 'Esa empresa no tiene contrato.' }),
      async () => {
        await desk.register(createVisitor(), await randomPhoto());
        await expectText(page, 'Esa empresa no tiene contrato.');
      },
    ),
  );
  await desk.startNextRegistration();
  await withFault(line, { kind: 'photo' }, textlessError(), async () => {
    await desk.register(createVisitor(), await randomPhoto());
    await verify('wizard-42', () => expectText(page, 'No se pudo subir el archivo. Intenta nuevamente.'));
    await verify('wizard-16', () => expectText(page, 'Error al subir'));
  });
  await verify('wizard-16', async () => {
    await desk.button('Reintentar subida').click();
    await expect(page.getByText('Subida completa')).toHaveCount(2);
  });
  await desk.startNextRegistration();
  await verify('wizard-15', async () => {
    line.disconnect();
    await desk.register(createVisitor(), await randomPhoto());
    await expect(page.getByText('Pendiente por subir')).toHaveCount(2);
    line.restoreConnection();
  });
});
