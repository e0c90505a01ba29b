import type { Download } from '@playwright/test';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { OfficePage, samplePdf } from '#tests/support/reception/office.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expect, verify, test as base } from '../fixtures.ts';
import {
  createCallMatcher,
  openAs,
  withFault,
  expectText,
  baseContractError,
  textlessError,
} from '../screens.ts';

const DEMO_EXAM_NAME = 'Audiometría tonal';

/** Doctor with an open evaluation that has a signature, but no exams or notes. */
const test = base.extend<{ office: OfficePage; id: string; email: string }>({
  email: async ({ clinic }, provide) =>
    provide((await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients'])).email),
  office: async ({ page, line, email }, provide) => {
    const office = new OfficePage(page, line.origin);
    await office.signIn({ id: '', name: '', email, password: 'Demo-2026' });
    await provide(office);
  },
  id: async ({ office, email, clinic }, provide) => {
    const id = await office.createEvaluation({ id: '', name: '', email, password: '' }, createVisitor());
    const send = await signInForRequests(clinic, email);
    const form = new FormData();
    form.set('type', 'signature');
    form.set(
      'file',
      new Blob([new Uint8Array((await randomPhoto()).buffer)], { type: 'image/jpeg' }),
      'signature.jpg',
    );
    await send('POST', `/evaluations/${id}/media`, form);
    await office.open(id);
    await provide(id);
  },
});

test('the evaluation screen shows an error when a change of an open evaluation is rejected', async ({
  office,
  id,
  line,
  page,
}) => {
  await verify('detail-25', () =>
    withFault(line, createCallMatcher('PATCH', '/evaluations/:id/exam-orders'), textlessError(), async () => {
      await office.addExam(DEMO_EXAM_NAME, 'Normal');
      await office.button('Guardar resultados').click();
      await expectText(page, 'No se pudieron guardar los resultados de exámenes.');
    }),
  );
  await office.saveResults();
  await verify('detail-26', () =>
    withFault(line, createCallMatcher('PUT', '/evaluations/:id/notes'), textlessError(), async () => {
      await office.text('Concepto de aptitud laboral').fill('Apta');
      await office.button('Guardar notas').click();
      await expectText(page, 'No se pudieron guardar las notas médicas.');
    }),
  );
  await verify('detail-36', () =>
    withFault(
      line,
      createCallMatcher('PUT', '/evaluations/:id/notes'),
      baseContractError(422, { message: 'Hoy no se escribe.' }),
      async () => {
        await office.button('Guardar notas').click();
        await expectText(page, 'Hoy no se escribe.');
      },
    ),
  );
  await office.saveNotes();
  await verify('detail-28', () =>
    withFault(line, createCallMatcher('POST', '/evaluations/:id/sign'), textlessError(), async () => {
      await office.chooseDoctor();
      await office.chooseMissingAptitude();
      await office.pressSign();
      await expectText(page, 'No se pudo completar la firma de la evaluación.');
    }),
  );
  await verify('detail-31', () =>
    withFault(line, { kind: 'attachment' }, textlessError(), async () => {
      await page.getByLabel(`Adjuntar archivo a ${DEMO_EXAM_NAME}`).setInputFiles(samplePdf());
      await expectText(page, 'No se pudo adjuntar el archivo.');
    }),
  );
  expect(page.url()).toContain(id);
});

test('the evaluation screen shows an error when a request about a signed evaluation is rejected', async ({
  office,
  id,
  line,
  page,
  clinic,
  email,
}) => {
  await office.addExam(DEMO_EXAM_NAME, 'Normal');
  await office.saveResults();
  await office.text('Concepto de aptitud laboral').fill('Apta');
  await office.saveNotes();
  await office.sign();
  await verify('detail-29', () =>
    withFault(line, createCallMatcher('GET', '/evaluations/:id/concept-pdf'), textlessError(), async () => {
      await office.button('Descargar concepto PDF').click();
      await expectText(page, 'No se pudo generar el concepto en PDF.');
    }),
  );
  await verify('detail-30', () =>
    withFault(
      line,
      createCallMatcher('GET', '/evaluations/:id/clinical-history'),
      textlessError(),
      async () => {
        await office.button('Descargar historia clínica').click();
        await expectText(page, 'No se pudo generar la historia clínica en PDF.');
      },
    ),
  );
  await verify('detail-27', async () => {
    const dialog = page.getByRole('dialog');
    await withFault(line, createCallMatcher('POST', '/evaluations/:id/reopen'), textlessError(), async () => {
      await office.button('Reabrir evaluación').click();
      await expect(dialog).toBeVisible();
      await office.confirmReopening();
      await expectText(page, 'No se pudo reabrir la evaluación.');
      await expect(dialog).toBeVisible();
    });
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const send = await signInForRequests(clinic, email);
  await send('POST', `/evaluations/${id}/reopen`);
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await verify('detail-33', async () => {
    await office.button('Descargar concepto PDF').click();
    await expectText(page, 'La evaluación debe estar cerrada para generar el concepto.');
  });
  await verify('detail-34', async () => {
    await office.button('Descargar historia clínica').click();
    await expectText(page, 'La evaluación debe estar cerrada para generar la historia clínica.');
  });
  // Error notifications stay until the user closes them; at most five are shown at a time.
  const close = page.locator('.mantine-Notification-closeButton');
  await close.evaluateAll((all) => all.forEach((button) => (button as HTMLElement).click()));
  await expect(close).toHaveCount(0);
  // The evaluation moves to another branch, so the server responds 404 to the user's requests.
  await clinic.query(
    "update evaluations set branch_id = (select id from branches where name like 'Medellín%' limit 1) where id = $1",
    [id],
  );
  await verify('detail-32', async () => {
    await office.button('Descargar concepto PDF').click();
    await expectText(page, 'Identificador de evaluación no disponible.');
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
  const evaluation = createCallMatcher('GET', '/evaluations/:id');
  await verify('detail-24', () =>
    // This device has no cached copy of the evaluation yet.
    withFault(line, evaluation, textlessError(), async () => {
      const other = new OfficePage(await elsewhere(), line.origin);
      await openAs(
        other.desk,
        await createClinicUser(clinic, 'Bogotá', ['manage_evaluations']),
        `/evaluations/${id}`,
      );
      await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Error al cargar');
      await expectText(other.page, 'No se pudo cargar la evaluación.');
    }),
  );
  await verify('detail-38', () =>
    withFault(line, evaluation, textlessError(500), async () => {
      await office.desk.open(`/evaluations/${id}`);
      await office.isOpen();
      await expect(page.getByText('No se pudo cargar la evaluación.').first()).toBeVisible();
      await expect(page.getByText('actualizada hace un momento')).toHaveCount(0);
      await expect(office.button('Reintentar').first()).toBeVisible();
    }),
  );
});
