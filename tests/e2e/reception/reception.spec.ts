import { FLORES_COMPANY_SEARCH, ENTRY_TYPE_SEARCH } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { readDraftFromPage } from '#tests/support/device/encrypted-draft.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

const DEMO_PATIENT = { document: '9999000017', first: 'Ana', middle: 'María', last: 'Gil', second: 'Núñez' };

test.describe('registration with network', () => {
  test('S1 P2.11 P4.12 P4.14 the device sends every field and both pictures; the wizard is then empty for the next patient', async ({
    desk,
    rocio,
    clinic,
    line,
    page,
  }) => {
    const person = createVisitor();
    await desk.signIn(rocio);
    await desk.fillPerson(person);
    await desk.field('Segundo nombre').fill('Inés');
    await desk.field('Segundo apellido').fill('Ñáñez');
    await desk.field('Fecha de nacimiento').fill('1990-03-05');
    await desk.field('Género').selectOption('F');
    await page.getByRole('combobox', { name: 'Cargo' }).fill('Catadora de arequipe');
    await expect(page.getByText('Nuevo cargo detectado. Se registrará con el nombre escrito.')).toBeVisible();
    await desk.next();
    await desk.chooseEvaluation();
    await desk.choose('Empresa contratista', 'Andamios y Altura');
    await desk.field('Información adicional').fill('Trabajo en alturas.');
    await desk.next();
    await expect(page.getByText('Sin capturar')).toHaveCount(2);
    await desk.capture(await randomPhoto());
    await desk.confirm();
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await desk.seeResult();
    await expect(page.getByText('Todo llegó: la evaluación, la foto y la firma.')).toBeVisible();

    await expectDeliveredOnce(clinic, rocio, [person]);
    const rows = await clinic.query(
      `select p.first_name, p.middle_name, p.last_name, p.second_last_name, p.birth_date::text, p.gender,
              o.name as occupation, t.name as type, c.name as contractor, e.additional_info, e.status
       from evaluations e join patients p on p.id = e.patient_id join evaluation_types t on t.id = e.evaluation_type_id
       join companies c on c.id = e.contractor_company_id left join occupations o on o.id = p.occupation_id
       where e.created_by = $1`,
      [rocio.id],
    );
    expect(rows).toEqual([
      {
        first_name: person.first_name,
        middle_name: 'Inés',
        last_name: person.last_name,
        second_last_name: 'Ñáñez',
        birth_date: '1990-03-05',
        gender: 'F',
        occupation: 'Catadora de arequipe',
        type: 'Ingreso (preocupacional)',
        contractor: 'Andamios y Altura Ficticia Ltda. (DEMO)',
        additional_info: 'Trabajo en alturas.',
        status: 'pendiente',
      },
    ]);
    expect(line.sent()[0]?.kind, 'S12 the evaluation goes first').toBe('evaluation');
    await desk.startNextRegistration();
    await expect(desk.field('Primer nombre')).toHaveValue('');
    expect(page.url(), 'D5 an address names nobody').toBe(`${line.origin}/reception`);
  });

  test(
    'P4.13 the form is filled with the data of a found patient, and is not linked to the patient when the user types another number',
    { tag: '@thorough' },
    async ({ desk, rocio, page, clinic }) => {
      // The demo patient's visits are moved to an earlier date, because a visit of today would open a prompt.
      await clinic.query(
        `update evaluations set started_at = '2025-02-18T13:40:00Z'
       where patient_id = (select id from patients where identification_number = $1)`,
        [DEMO_PATIENT.document],
      );
      await desk.signIn(rocio);
      await desk.field('Número de identificación').fill(DEMO_PATIENT.document);
      await desk.button('Buscar paciente').click();
      await expect(page.getByText('Paciente encontrado: Ana María Gil Núñez')).toBeVisible();
      await expect(desk.field('Primer nombre')).toHaveValue(DEMO_PATIENT.first);
      await expect(desk.field('Segundo apellido')).toHaveValue(DEMO_PATIENT.second);
      await desk.next();
      await desk.chooseEvaluation();
      await desk.next();
      await desk.capture(await randomPhoto());
      await desk.confirm();
      await expect(page.getByText('Subida completa')).toHaveCount(2);
      const found = await clinic.query<{ count: number }>(
        'select count(*)::int from patients where identification_number = $1',
        [DEMO_PATIENT.document],
      );
      expect(found).toEqual([{ count: 1 }]);

      await desk.startNextRegistration();
      await desk.field('Número de identificación').fill(DEMO_PATIENT.document);
      await desk.button('Buscar paciente').click();
      await expect(page.getByText('Paciente encontrado: Ana María Gil Núñez')).toBeVisible();
      await desk.field('Número de identificación').fill(createVisitor().document);
      await expect(page.getByText('Paciente encontrado')).toBeHidden();
      await desk.button('Buscar paciente').click();
      await expect(page.getByText('No hay un paciente con este documento.')).toBeVisible();
      await expect(desk.field('Primer nombre')).toHaveValue('');
      await expect(desk.field('Primer nombre')).toBeFocused();
    },
  );

  test(
    'P10.2 the wizard warns before a patient is registered a second time on the same day',
    { tag: '@thorough' },
    async ({ desk, rocio, clinic, page }) => {
      const person = createVisitor();
      await desk.signIn(rocio);
      await desk.register(person, await randomPhoto());
      await expectDeliveredOnce(clinic, rocio, [person]);
      await desk.startNextRegistration();
      await desk.fillPerson(person);
      await expect(page.getByText(/Ya se registró a .* hoy/)).toBeVisible();
      await desk.next();
      await desk.chooseEvaluation();
      await desk.next();
      await desk.capture(await randomPhoto());
      await desk.confirm();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Se creará otra evaluación.');
      await dialog.getByRole('button', { name: 'Volver a revisar' }).click();
      await expect(desk.confirmButton).toBeVisible();
      await desk.confirm();
      await dialog.getByRole('button', { name: 'Registrar de nuevo' }).click();
      await expectDeliveredOnce(clinic, rocio, [person, person]);
    },
  );

  test(
    'P7.29 comboboxes show the most recently used options first',
    { tag: '@thorough' },
    async ({ desk, rocio, page }) => {
      await desk.signIn(rocio);
      await desk.register(createVisitor(), await randomPhoto());
      await desk.startNextRegistration();
      await desk.fillPerson(createVisitor());
      await desk.next();
      for (const [label, text] of [
        ['Tipo de evaluación', ENTRY_TYPE_SEARCH],
        ['Empresa empleadora', FLORES_COMPANY_SEARCH],
      ] as const) {
        await page.getByRole('combobox', { name: label }).click();
        await expect(page.getByLabel(label), 'one label, one element').toHaveCount(1);
        const first = page.getByRole('listbox').getByRole('option').first();
        await expect(first).toContainText(text);
        await expect(first).toContainText('Reciente');
        await page.keyboard.press('Escape');
      }
    },
  );
});

test.describe('P5 errors next to the field with missing or invalid input', () => {
  test(
    'P2.27 the form rejects files that are no photo, and the space key clears the signature',
    { tag: '@thorough' },
    async ({ desk, rocio, page }) => {
      await desk.signIn(rocio);
      await desk.reachConfirmation(createVisitor());
      const [good, text] = [await randomPhoto(), Buffer.from('no soy una imagen')];
      await desk.choosePhoto(await randomPhoto(1280, 3000)); // The photo is noise and so tall that it exceeds the size limit even at the lowest quality.
      await expect(page.getByText('El archivo supera el límite de 1000 KB.')).toBeVisible();
      await desk.choosePhoto({ ...good, buffer: text });
      await expect(page.getByText('El archivo debe ser una imagen JPEG o PNG.')).toBeVisible();
      await desk.choosePhoto({ ...good, buffer: good.buffer.subarray(0, 300) });
      await expect(page.getByText('No pudimos abrir la imagen: está dañada o incompleta.')).toBeVisible();
      await desk.choosePhoto(good);
      await expect(page.getByText('Listo para subir')).toHaveCount(1);
      await desk.signFullScreenByTouch();
      await desk.picturesAreReady();
      await desk.button('Pantalla completa').click();
      await expect(page.getByRole('dialog').getByLabel('Firma del paciente')).toBeFocused();
      await page.keyboard.press('Space');
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).focus();
      await strokeByMouse(page, page.getByRole('dialog').getByLabel('Firma del paciente'));
      await page.keyboard.press('Space');
      await expect(page.getByRole('dialog'), 'P2 a stroke takes the space key back').toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
      await expect(page.getByText('Sin capturar')).toHaveCount(1);
    },
  );
});

test.describe('S3 drafts', () => {
  test('the form restores typed data after a reload', { tag: '@thorough' }, async ({ desk, rocio, page }) => {
    const person = createVisitor();
    await desk.signIn(rocio);
    await desk.fillPerson(person);
    await expect.poll(async () => (await readDraftFromPage(page)).content).toContain(person.last_name);
    await page.reload();
    await expect(page.getByText('Borrador recuperado')).toBeVisible();
    await expect(desk.field('Número de identificación')).toHaveValue(person.document);
    await expect(desk.field('Primer apellido')).toHaveValue(person.last_name);
  });

  test(
    'S3 the wizard restores the step, the choices and both pictures after the browser was killed',
    { tag: '@landing' },
    async ({ tablet, rocio, clinic }) => {
      const person = createVisitor();
      const { desk } = await tablet.startShift(rocio);
      await desk.reachConfirmation(person);
      await desk.capture(await randomPhoto());
      await expect.poll(async () => Object.values(await readDraftFromPage(desk.page))).not.toContain(null);
      const { photo, signature } = await readDraftFromPage(desk.page);
      await tablet.profile.kill();

      const { desk: after } = await tablet.switchOn();
      await after.open('/reception');
      await after.picturesAreReady();
      expect(await readDraftFromPage(after.page)).toMatchObject({ photo, signature });
      await after.confirm();
      const [arrived] = await expectDeliveredOnce(clinic, rocio, [person]);
      expect(arrived).toMatchObject({ photo, signature });
    },
  );
});
