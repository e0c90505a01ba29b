import type { Page } from '@playwright/test';
import { arrivals } from '#tests/support/server/clinic.ts';
import { visitor } from '#tests/support/base/patients.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { expect, see, test } from './fixtures.ts';
import { call, failing, says, toOperatorError, wordless } from './screens.ts';

/** Document number of a patient in the demo clinic. */
const ANA = '9999000017';

const marked = async (page: Page) => ({
  steps: await page.locator('.step[data-active]').count(),
  connectors: await page.locator('.step-connector[data-active]').count(),
});

test(
  'the wizard registers a patient in three steps',
  { tag: '@short' },
  async ({ desk, rocio, page, line, clinic }) => {
    await desk.signIn(rocio, '/pacientes');
    await see('routes-14', async () => {
      await expect(desk.field('Número de identificación')).toBeVisible();
      await desk.open('/reception');
      await expect(desk.field('Número de identificación')).toBeVisible();
    });
    const steps = page.getByRole('list', { name: 'Pasos' }).getByRole('listitem');
    await see('wizard-1', () =>
      expect(steps).toHaveText(['1Datos del paciente', '2Evaluación y empresas', '3Confirmación']),
    );
    await see('wizard-2', async () => expect(await marked(page)).toEqual({ steps: 1, connectors: 0 }));
    await see('wizard-5', async () => {
      for (const name of ['Buscar paciente', 'Registrar nuevo', 'Siguiente'])
        await expect(desk.button(name)).toBeVisible();
    });
    await see('wizard-37', async () => {
      await expect(desk.field('Tipo de identificación')).toHaveValue('CC');
      await expect(desk.field('Tipo de identificación').locator('option')).toHaveText([
        'Cédula de ciudadanía',
        'Tarjeta de identidad',
        'Cédula de extranjería',
        'Pasaporte',
      ]);
    });
    await see('wizard-38', async () => {
      const labels = await desk.field('Género').locator('option').allInnerTexts();
      expect(labels).toEqual(expect.arrayContaining(['Femenino', 'Masculino', 'Otro']));
    });
    await see('wizard-30', async () => {
      await desk.button('Buscar paciente').click();
      await says(page, 'Ingresa tipo y número de identificación para buscar.');
    });
    await desk.field('Fecha de nacimiento').fill('ayer');
    await desk.next();
    await see('wizard-24', () => says(page, 'Ingrese el número de identificación'));
    await see('wizard-25', () => says(page, 'Ingrese los nombres'));
    await see('wizard-26', () => says(page, 'Ingrese los apellidos'));
    await see('wizard-29', () => says(page, 'Formato esperado AAAA-MM-DD'));
    await see('wizard-11', async () => expect((await marked(page)).steps).toBe(1));
    const person = visitor();
    await desk.fillPerson(person);
    await desk.field('Fecha de nacimiento').fill('');
    await see('wizard-23', async () => {
      await desk.field('Cargo').fill('Probador de sillas voladoras');
      await says(page, 'Nuevo cargo detectado. Se registrará con el nombre escrito.');
    });
    await see('wizard-22', async () => {
      const [known] = await clinic.query<{ name: string }>('select name from occupations limit 1');
      await desk.field('Cargo').fill(known?.name.toUpperCase() ?? '');
      await expect(page.getByText('Nuevo cargo detectado.')).toHaveCount(0);
    });
    await desk.field('Cargo').fill('');
    await desk.next();
    await see('wizard-3', () => expect.poll(() => marked(page)).toEqual({ steps: 2, connectors: 1 }));
    await see('wizard-5', () => expect(desk.button('Volver')).toBeVisible());
    await desk.next();
    await see('wizard-27', () => says(page, 'Seleccione el tipo de evaluación'));
    await see('wizard-28', () => says(page, 'Seleccione la empresa empleadora'));
    await desk.chooseEvaluation();
    await desk.next();
    await see('wizard-4', () => expect.poll(() => marked(page)).toEqual({ steps: 3, connectors: 2 }));
    await see('wizard-6', () => expect(desk.confirmButton).toBeVisible());
    await see('wizard-14', () => expect(page.getByText('Sin capturar')).toHaveCount(2));
    await see('wizard-12', async () => {
      await desk.confirm();
      await says(page, 'Captura la fotografía y la firma antes de continuar.');
    });
    await desk.button('Pantalla completa').click();
    const dialog = page.getByRole('dialog');
    await see('wizard-7', () =>
      expect(dialog.getByRole('button', { name: 'Cerrar', exact: true })).toBeVisible(),
    );
    await see('wizard-8', async () => {
      await strokeByMouse(page, dialog.getByLabel('Firma del paciente'));
      await page.keyboard.press('Space');
      await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click();
      await expect(page.getByText('Sin capturar')).toHaveCount(2);
    });
    await see('wizard-9', async () => {
      await desk.capture(await samplePhoto());
      await expect(page.getByAltText('Foto capturada del paciente')).toBeVisible();
    });
    await see('wizard-14', () => expect(page.getByText('Listo para subir')).toHaveCount(2));
    const photo = line.hold({ kind: 'photo' }, 'before');
    const signature = line.hold({ kind: 'signature' }, 'before');
    await desk.confirm();
    await see('wizard-13', async () => {
      await Promise.all([photo.reached, signature.reached]);
      expect(line.sent().map(({ kind }) => kind)[0]).toBe('evaluation');
    });
    await see('wizard-15', () => expect(page.getByText('Subiendo…')).toHaveCount(2));
    await see('wizard-18', () => expect(desk.button('Registrar otra evaluación')).toBeEnabled());
    photo.release();
    signature.release();
    await see('wizard-15', () => expect(page.getByText('Subida completa')).toHaveCount(2));
    await see('wizard-39', async () =>
      expect((await arrivals(clinic, rocio)).map(({ document }) => document)).toEqual([person.document]),
    );
    await see('wizard-17', async () => {
      await desk.another();
      await expect(desk.field('Primer nombre')).toHaveValue('');
    });
  },
);

test('the wizard finds a patient and shows the errors of the lookup', async ({ desk, rocio, page, line }) => {
  await desk.signIn(rocio);
  const search = async (number: string) => {
    await desk.field('Número de identificación').fill(number);
    await desk.button('Buscar paciente').click();
  };
  await see('wizard-40', () =>
    failing(line, call('GET', '/patients/search'), wordless(), async () => {
      await search(ANA);
      await says(page, 'No se pudo consultar el paciente. Intenta nuevamente.');
    }),
  );
  await see('wizard-19', async () => {
    await search(ANA);
    await says(page, /^Paciente encontrado: /);
    await expect(desk.field('Primer apellido')).not.toHaveValue('');
  });
  await see('wizard-20', async () => {
    await desk.field('Número de identificación').fill(`${ANA}9`);
    await expect(page.getByText(/^Paciente encontrado: /)).toHaveCount(0);
  });
  await see('wizard-21', async () => {
    await search(visitor().document);
    await says(page, 'No hay un paciente con este documento.');
    await desk.field('Primer nombre').fill('Zoraida');
    await expect(desk.field('Primer nombre')).toHaveValue('Zoraida');
  });
  await see('texts-6', () => expect(page.getByRole('alert')).toHaveCount(0));
});

test('the app shows the errors of rejected registrations and pictures', async ({
  desk,
  rocio,
  page,
  line,
}) => {
  await desk.signIn(rocio);
  await see('wizard-41', () =>
    failing(line, { kind: 'evaluation' }, wordless(), async () => {
      await desk.register(visitor(), await samplePhoto());
      await says(page, 'No se pudo crear la evaluación. Intenta nuevamente.');
    }),
  );
  await desk.another();
  await see('wizard-43', () =>
    failing(
      line,
      { kind: 'evaluation' },
      toOperatorError(400, { message: 'Esa empresa no tiene contrato.' }),
      async () => {
        await desk.register(visitor(), await samplePhoto());
        await says(page, 'Esa empresa no tiene contrato.');
      },
    ),
  );
  await desk.another();
  await failing(line, { kind: 'photo' }, wordless(), async () => {
    await desk.register(visitor(), await samplePhoto());
    await see('wizard-42', () => says(page, 'No se pudo subir el archivo. Intenta nuevamente.'));
    await see('wizard-16', () => says(page, 'Error al subir'));
  });
  await see('wizard-16', async () => {
    await desk.button('Reintentar subida').click();
    await expect(page.getByText('Subida completa')).toHaveCount(2);
  });
  await desk.another();
  await see('wizard-15', async () => {
    line.goDown();
    await desk.register(visitor(), await samplePhoto());
    await expect(page.getByText('Pendiente por subir')).toHaveCount(2);
    line.comeUp();
  });
});
