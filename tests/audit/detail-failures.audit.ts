import type { Download } from '@playwright/test';
import { hire } from '#tests/support/server/clinic.ts';
import { Office, samplePdf } from '#tests/support/reception/office.ts';
import { visitor } from '#tests/support/base/patients.ts';
import { signIn } from '#tests/support/server/server-calls.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { expect, see, test as base } from './fixtures.ts';
import { call, enter, failing, says, toOperatorError, wordless } from './screens.ts';

const EXAM = 'Audiometría tonal';

/** Doctor with an open evaluation that has a signature but no exams or notes. */
const test = base.extend<{ office: Office; id: string; email: string }>({
  email: async ({ clinic }, provide) =>
    provide((await hire(clinic, 'Bogotá', ['manage_evaluations', 'register_patients'])).email),
  office: async ({ page, line, email }, provide) => {
    const office = new Office(page, line.origin);
    await office.signIn({ id: '', name: '', email, password: 'Demo-2026' });
    await provide(office);
  },
  id: async ({ office, email, clinic }, provide) => {
    const id = await office.createEvaluation({ id: '', name: '', email, password: '' }, visitor());
    const send = await signIn(clinic, email);
    const form = new FormData();
    form.set('type', 'signature');
    form.set(
      'file',
      new Blob([new Uint8Array((await samplePhoto()).buffer)], { type: 'image/jpeg' }),
      'signature.jpg',
    );
    await send('POST', `/evaluations/${id}/media`, form);
    await office.open(id);
    await provide(id);
  },
});

test('the evaluation screen shows the errors of rejected changes to an open evaluation', async ({
  office,
  id,
  line,
  page,
}) => {
  await see('detail-25', () =>
    failing(line, call('PATCH', '/evaluations/:id/exam-orders'), wordless(), async () => {
      await office.addExam(EXAM, 'Normal');
      await office.button('Guardar resultados').click();
      await says(page, 'No se pudieron guardar los resultados de exámenes.');
    }),
  );
  await office.saveResults();
  await see('detail-26', () =>
    failing(line, call('PUT', '/evaluations/:id/notes'), wordless(), async () => {
      await office.text('Concepto de aptitud laboral').fill('Apta');
      await office.button('Guardar notas').click();
      await says(page, 'No se pudieron guardar las notas médicas.');
    }),
  );
  await see('detail-36', () =>
    failing(
      line,
      call('PUT', '/evaluations/:id/notes'),
      toOperatorError(422, { message: 'Hoy no se escribe.' }),
      async () => {
        await office.button('Guardar notas').click();
        await says(page, 'Hoy no se escribe.');
      },
    ),
  );
  await office.saveNotes();
  await see('detail-28', () =>
    failing(line, call('POST', '/evaluations/:id/sign'), wordless(), async () => {
      await office.chooseDoctor();
      await office.chooseMissingAptitude();
      await office.pressSign();
      await says(page, 'No se pudo completar la firma de la evaluación.');
    }),
  );
  await see('detail-31', () =>
    failing(line, { kind: 'attachment' }, wordless(), async () => {
      await page.getByLabel(`Adjuntar archivo a ${EXAM}`).setInputFiles(samplePdf());
      await says(page, 'No se pudo adjuntar el archivo.');
    }),
  );
  expect(page.url()).toContain(id);
});

test('the evaluation screen shows the errors of rejected requests for a signed evaluation', async ({
  office,
  id,
  line,
  page,
  clinic,
  email,
}) => {
  await office.addExam(EXAM, 'Normal');
  await office.saveResults();
  await office.text('Concepto de aptitud laboral').fill('Apta');
  await office.saveNotes();
  await office.sign();
  await see('detail-29', () =>
    failing(line, call('GET', '/evaluations/:id/concept-pdf'), wordless(), async () => {
      await office.button('Descargar concepto PDF').click();
      await says(page, 'No se pudo generar el concepto en PDF.');
    }),
  );
  await see('detail-30', () =>
    failing(line, call('GET', '/evaluations/:id/clinical-history'), wordless(), async () => {
      await office.button('Descargar historia clínica').click();
      await says(page, 'No se pudo generar la historia clínica en PDF.');
    }),
  );
  await see('detail-27', async () => {
    const dialog = page.getByRole('dialog');
    await failing(line, call('POST', '/evaluations/:id/reopen'), wordless(), async () => {
      await office.button('Reabrir evaluación').click();
      await expect(dialog).toBeVisible();
      await office.confirmReopening();
      await says(page, 'No se pudo reabrir la evaluación.');
      await expect(dialog).toBeVisible();
    });
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // Another session reopens the evaluation, while this page still shows it as signed.
  const send = await signIn(clinic, email);
  await send('POST', `/evaluations/${id}/reopen`);
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await see('detail-33', async () => {
    await office.button('Descargar concepto PDF').click();
    await says(page, 'La evaluación debe estar cerrada para generar el concepto.');
  });
  await see('detail-34', async () => {
    await office.button('Descargar historia clínica').click();
    await says(page, 'La evaluación debe estar cerrada para generar la historia clínica.');
  });
  // Error notifications stay until the user closes them, and at most five are shown at a time.
  const close = page.locator('.mantine-Notification-closeButton');
  await close.evaluateAll((all) => all.forEach((button) => (button as HTMLElement).click()));
  await expect(close).toHaveCount(0);
  // Moves the evaluation to another branch, so that the server responds 404 to this user.
  await clinic.query(
    "update evaluations set branch_id = (select id from branches where name like 'Medellín%' limit 1) where id = $1",
    [id],
  );
  await see('detail-32', async () => {
    await office.button('Descargar concepto PDF').click();
    await says(page, 'Identificador de evaluación no disponible.');
  });
  expect(downloads).toEqual([]);
});

test('the evaluation screen shows an error when the evaluation cannot be loaded', async ({
  office,
  id,
  line,
  page,
  elsewhere,
  clinic,
}) => {
  const evaluation = call('GET', '/evaluations/:id');
  await see('detail-24', () =>
    // The device has no cached copy of the evaluation yet.
    failing(line, evaluation, wordless(), async () => {
      const other = new Office(await elsewhere(), line.origin);
      await enter(other.desk, await hire(clinic, 'Bogotá', ['manage_evaluations']), `/evaluations/${id}`);
      await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Error al cargar');
      await says(other.page, 'No se pudo cargar la evaluación.');
    }),
  );
  await see('detail-38', () =>
    failing(line, evaluation, wordless(500), async () => {
      await office.desk.open(`/evaluations/${id}`);
      await office.isOpen();
      await expect(page.getByText('No se pudo cargar la evaluación.').first()).toBeVisible({
        timeout: 20_000,
      });
      await expect(page.getByText('actualizada hace un momento')).toHaveCount(0);
      await expect(office.button('Reintentar').first()).toBeVisible();
    }),
  );
});
