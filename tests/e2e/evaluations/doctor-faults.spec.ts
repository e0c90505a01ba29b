import { findAccessibilityProblems } from '#tests/support/base/axe.ts';
import { endSessions, createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { createUnexpectedResponseFault, type Fault } from '#tests/support/faults/fault.ts';
import { OfficePage, samplePdf } from '#tests/support/reception/office.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expectAccessible } from '../accessible.ts';
import { typeByHand } from '#tests/support/base/keyboard.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ doctor: ClinicUser; office: OfficePage; evaluationId: string }>({
  doctor: async ({ clinic }, provide) =>
    provide(await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients'])),
  office: async ({ page, line, doctor }, provide) => {
    const office = new OfficePage(page, line.origin);
    await office.signIn(doctor);
    await provide(office);
  },
  evaluationId: async ({ office, doctor }, provide) => {
    const id = await office.createEvaluation(doctor, createVisitor());
    await office.open(id);
    await provide(id);
  },
});

const DEMO_EXAM_NAME = 'Audiometría tonal';
const CONNECTION_FAULTS: readonly (readonly [when: string, fault: Fault])[] = [
  ['before the provider hears of it', { type: 'cut_before' }],
  ['after the provider has saved it', { type: 'cut_after' }],
];

/** Presses save again if the request did not reach the server, and waits until the page shows the saved state. */
async function saveAgainIfNeeded(
  office: OfficePage,
  label: 'Guardar notas' | 'Guardar resultados',
  fault: Fault,
) {
  if (fault.type === 'cut_before') await office.saveWhenEnabled(label);
  await office.isSaved(label);
  await expect(office.page.getByRole('alert')).toBeHidden();
}

for (const [when, fault] of CONNECTION_FAULTS) {
  // The case in which the request does not reach the server runs only in the thorough suite, because the case in which the
  // response is lost is harder.
  const tag = fault.type === 'cut_before' ? '@thorough' : [];
  test.describe(`P10.6 network connection cut ${when}`, { tag }, () => {
    test(
      'P8.10 the evaluation page shows that the notes were not saved and keeps the typed text; the server has the notes once after the next save',
      { tag: '@thorough' },
      async ({ office, evaluationId, clinic, line, page }) => {
        line.inject({ method: 'PUT', path: /\/notes$/ }, fault);
        await office.text('Observaciones').fill('Con la red a medias');
        await office.button('Guardar notas').click();
        await expect(page.getByRole('alert')).toContainText('No se pudieron guardar las notas médicas.');
        await expect(office.text('Observaciones')).toHaveValue('Con la red a medias');
        await saveAgainIfNeeded(office, 'Guardar notas', fault);
        expect(
          await clinic.query('select content from notes where evaluation_id = $1', [evaluationId]),
        ).toEqual([{ content: 'Con la red a medias' }]);
      },
    );

    test(
      'the evaluation page shows that the results were not saved; afterwards the server has the results and the added exam only once',
      { tag: '@thorough' },
      async ({ office, evaluationId, clinic, line, page }) => {
        line.inject({ method: 'PATCH', path: /\/exam-orders$/ }, fault);
        await office.addExam(DEMO_EXAM_NAME, 'Normal');
        await office.button('Guardar resultados').click();
        await expect(page.getByRole('alert')).toContainText(
          'No se pudieron guardar los resultados de exámenes.',
        );
        await saveAgainIfNeeded(office, 'Guardar resultados', fault);
        expect(
          await clinic.query('select result_notes from exam_orders where evaluation_id = $1', [evaluationId]),
        ).toEqual([{ result_notes: 'Normal' }]);
      },
    );
  });
}

test(
  'S7 S10 P8.11 the evaluation page shows a rejected file at its exam and blocks signing; the user resends the file under the same key or discards it',
  { tag: '@landing' },
  async ({ office, evaluationId, clinic, line, page }) => {
    await office.addExam(DEMO_EXAM_NAME, 'Normal');
    await office.saveResults();
    await office.text('Concepto de aptitud laboral').fill('Apta');
    await office.saveNotes();
    line.inject({ kind: 'attachment' }, createUnexpectedResponseFault(400), 2);
    const attach = page.getByLabel(`Adjuntar archivo a ${DEMO_EXAM_NAME}`);
    await attach.setInputFiles(samplePdf());
    await expect(page.getByText('No se pudo adjuntar el archivo. (400 Bad Request)')).toBeVisible();
    await expect(page.getByText('Error al subir')).toBeVisible();
    await expect(
      page.getByText(/^No se pudo subir «audiograma.pdf»: reinténtalo o descártalo/),
    ).toBeVisible();
    await expect(office.button('Firmar y cierre')).toBeDisabled();
    line.inject({ kind: 'attachment' }, { type: 'cut_after' });
    await office.button('Reintentar subida de audiograma.pdf').click();
    await expect(office.button('Descargar audiograma.pdf')).toBeVisible();
    expect(new Set(line.sent('attachment').map(({ key }) => key)).size).toBe(1);

    const cut = samplePdf().buffer.subarray(0, 40);
    await attach.setInputFiles({ name: 'roto.pdf', mimeType: 'application/pdf', buffer: cut });
    await expect(page.getByText(/El PDF está dañado o incompleto/)).toBeVisible();
    await office.button('Descartar roto.pdf').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar definitivamente' }).click();
    await expect(page.getByText('roto.pdf')).toHaveCount(0);
    expect(
      await clinic.query(
        'select a.original_name from attachments a join exam_orders o on o.id = a.exam_order_id where o.evaluation_id = $1',
        [evaluationId],
      ),
    ).toEqual([{ original_name: 'audiograma.pdf' }]);
  },
);

test(
  'S9 when the session ends during a save, the evaluation page keeps the typed text, and the doctor signs in there and saves it',
  { tag: '@landing' },
  async ({ office, evaluationId, doctor, line, clinic, page }) => {
    await office.text('Observaciones').fill('Antes de vencer');
    const held = line.hold({ method: 'PUT', path: /\/notes$/ }, 'before');
    await office.button('Guardar notas').click();
    await held.reached;
    await endSessions(clinic, doctor);
    held.release();
    await expect(page.getByText('Tu sesión venció.').first()).toBeVisible();
    await expect(office.text('Observaciones')).toHaveValue('Antes de vencer');
    await office.button('Iniciar sesión').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contraseña', { exact: true }).fill(doctor.password);
    await dialog.getByRole('button', { name: 'Iniciar sesión' }).click();
    await office.saveNotes();
    expect(page.url()).toContain(evaluationId);
  },
);

test(
  'D5 a patient search puts no name into the page’s address; the upload immediately rejects a file that is no document',
  { tag: '@thorough' },
  async ({ office, evaluationId, page }) => {
    await office.addExam(DEMO_EXAM_NAME, 'Normal');
    await office.saveResults();
    await page
      .getByLabel(`Adjuntar archivo a ${DEMO_EXAM_NAME}`)
      .setInputFiles({ name: 'informe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\u0000') });
    await expect(
      page.getByText(/^El archivo dice ser PDF, pero está dañado o no se puede abrir/),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Volver al listado' }).click();
    await page.getByLabel('Buscar paciente').fill('Quiñónez');
    await expect(page.getByText('Sin registros').or(page.getByText(/^Mostrando/))).toBeVisible();
    expect(page.url()).toBe(`${office.origin}/evaluations`);
    expect(evaluationId).not.toBe('');
  },
);

test.describe('P10.1 accessibility of the pages for doctors and administrators', () => {
  test(
    'axe finds no problem on the list of evaluations and on an evaluation',
    { tag: '@thorough' },
    async ({ office, evaluationId, page }) => {
      await office.addExam(DEMO_EXAM_NAME, 'Normal');
      await office.text('Recomendaciones laborales').fill('Control de hipertensión');
      await expect(page.locator('mark')).toHaveText('hipertensión');
      expect(await findAccessibilityProblems(page)).toEqual([]);
      for (const path of [`/evaluations/${evaluationId}`, '/evaluations']) {
        await office.desk.open(path);
        await expect(page.getByText(/ctualizad[ao] hace/)).toBeVisible();
        expect(await findAccessibilityProblems(page)).toEqual([]);
        await expectAccessible(page, path);
      }
    },
  );

  test(
    'the activity page finds a read access by the evaluation’s short id; axe finds no problem there or on the system status page',
    { tag: '@thorough' },
    async ({ office, evaluationId, clinic, elsewhere }) => {
      const admin = await createClinicUser(clinic, 'Bogotá', ['user_management']);
      const page = await elsewhere();
      const desk = new OfficePage(page, office.origin);
      await desk.signIn(admin, '/admin/activity');
      await page.getByLabel('Buscar').fill(evaluationId.slice(0, 8));
      const row = page.getByRole('row').filter({ hasText: evaluationId.slice(0, 8).toUpperCase() });
      await expect(row.filter({ hasText: 'Consultó una evaluación' }).first()).toBeVisible();
      await expect(page.getByText(/están completas y sin cambios/)).toBeVisible();
      // The table is dimmed, and so fails axe's contrast rule, until the response to the search arrives.
      await expect(page.locator('table[aria-busy=true]')).toHaveCount(0);
      expect(await findAccessibilityProblems(page)).toEqual([]);
      await expectAccessible(page, '/admin/activity');
      await desk.desk.open('/admin/system');
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expectAccessible(page, '/admin/system');
    },
  );

  test(
    'a doctor finds, opens, edits and saves an evaluation with the keyboard only',
    { tag: '@thorough' },
    async ({ office, evaluationId, clinic, page }) => {
      await office.desk.open('/evaluations');
      const link = page.locator(`a[href="/evaluations/${evaluationId}"]`);
      await expect(link).toBeVisible();
      await page.getByLabel('Buscar paciente').focus();
      for (
        let step = 0;
        step < 80 && !(await link.evaluate((el) => el === document.activeElement));
        step += 1
      )
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await office.isOpen();
      const observations = office.text('Observaciones');
      for (
        let step = 0;
        step < 80 && !(await observations.evaluate((el) => el === document.activeElement));
        step += 1
      )
        await page.keyboard.press('Tab');
      await typeByHand(page, 'Sin ratón');
      await page.keyboard.press('Tab');
      await expect(office.button('Guardar notas')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Notas actualizadas correctamente.')).toBeVisible();
      expect(
        await clinic.query('select content from notes where evaluation_id = $1', [evaluationId]),
      ).toEqual([{ content: 'Sin ratón' }]);
    },
  );
});
