import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { OfficePage, samplePdf } from '#tests/support/reception/office.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expect, verify, test } from '../fixtures.ts';
import { expectText } from '../screens.ts';

const DEMO_EXAM_NAME = 'Audiometría tonal';
const NOTE_FIELD_LABELS = [
  'Recomendaciones laborales',
  'Manejo EPS / ARL',
  'Hábitos y estilos de vida',
  'Inclusión en SVE',
  'Restricciones',
  'Concepto de aptitud laboral',
  'Aptitud para tareas específicas',
  'Observaciones',
];

const createDoctorUser = (clinic: ServerProcess): Promise<ClinicUser> =>
  createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);

test(
  'the evaluation screen shows an evaluation at each step, from its registration to its documents',
  { tag: '@short' },
  async ({ clinic, line, page, rocio, elsewhere }) => {
    test.setTimeout(300_000);
    const desk = new ReceptionScreen(await elsewhere(), line.origin);
    await desk.signIn(rocio);
    const person = createVisitor();
    await desk.register(person, await randomPhoto());
    await page.setViewportSize({ width: 1366, height: 768 });
    const office = new OfficePage(page, line.origin);
    await office.signIn(await createDoctorUser(clinic));
    await office.openFromList(person);
    const id = page.url().split('/').at(-1) ?? '';
    const fact = (name: string) => page.locator('.info > div').filter({ hasText: name }).locator('dd');
    await verify('detail-1', async () => {
      await expect(office.status).toContainText(id.slice(0, 8).toUpperCase());
      await expect(office.status).toContainText('Pendiente');
      await expectText(page, /Iniciada el /);
    });
    await verify('detail-2', async () => {
      await expect(fact('Paciente')).toContainText(person.last_name);
      await expect(fact('Documento')).toHaveText(`CC ${person.document}`);
      await expect(fact('Tipo de evaluación')).not.toBeEmpty();
      await expect(fact('Empresa empleadora')).not.toBeEmpty();
    });
    await verify('detail-3', async () => {
      await expect(fact('Empresa contratista')).toHaveText('No aplica');
      await expect(fact('Médico tratante')).toHaveText('Sin firmar');
      await expect(fact('Comentarios')).toHaveText('Sin comentarios');
    });
    await verify('detail-4', async () => {
      for (const name of ['Firma y cierre', 'Resultados de exámenes', 'Notas médicas'])
        await expect(page.getByRole('heading', { name })).toBeVisible();
    });
    await verify('detail-6', async () => {
      await expect(page.getByRole('button', { name: 'Ver fotografía en grande' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Ver firma en grande' })).toBeVisible();
    });
    await verify('detail-11', async () => {
      for (const label of NOTE_FIELD_LABELS) await expect(office.text(label)).toBeVisible();
    });
    const check = (words: string) => page.locator('.checklist li').filter({ hasText: words });
    await verify('detail-12', async () => {
      await expect(check('Al menos un examen')).toContainText('Pendiente:');
      await expect(check('Firma del paciente')).toContainText('Cumplido:');
      await expect(check('Evaluación abierta')).toContainText('Cumplido:');
    });
    await verify('detail-13', async () => {
      await expectText(page, 'Completa los requisitos pendientes antes de firmar.');
      await expect(office.button('Firmar y cierre')).toBeDisabled();
    });
    const ours = ['Reabrir evaluación', 'Descargar historia clínica', 'Descargar concepto PDF'];
    await verify('detail-18', async () => {
      for (const name of ours) await expect(office.button(name)).toHaveCount(0);
    });
    await verify('detail-21', async () => {
      await office.button('Agregar examen').click();
      await expectText(page, 'Selecciona un examen válido para agregarlo.');
    });
    const added = page.getByRole('region', { name: 'Exámenes por agregar' });
    await verify('detail-8', async () => {
      await office.addExam(DEMO_EXAM_NAME, 'Umbral normal.');
      await added.getByRole('button', { name: `Quitar ${DEMO_EXAM_NAME}` }).click();
      await expect(added).toHaveCount(0);
    });
    await office.addExam(DEMO_EXAM_NAME, 'Umbral normal.');
    await verify('detail-22', async () => {
      await office.desk.choose('Agregar un examen', DEMO_EXAM_NAME);
      await office.button('Agregar examen').click();
      await expectText(page, 'Este examen ya está asociado a la evaluación.');
    });
    await verify('detail-9', async () => {
      await office.saveResults();
      await expect(added).toHaveCount(0);
      await expect(office.text(`Resultado de ${DEMO_EXAM_NAME}`)).toHaveValue('Umbral normal.');
    });
    await verify('detail-10', async () => {
      await page.getByLabel(`Adjuntar archivo a ${DEMO_EXAM_NAME}`).setInputFiles(samplePdf());
      await expect(office.button('Descargar audiograma.pdf')).toBeVisible();
    });
    await verify('detail-23', async () => {
      const field = page.getByLabel(`Adjuntar archivo a ${DEMO_EXAM_NAME}`);
      await expect(field).toHaveAttribute('accept', 'application/pdf,image/png,image/jpeg');
      await field.setInputFiles({
        name: 'a.exe',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('MZ'),
      });
      await expectText(page, 'El archivo debe ser PDF, PNG o JPEG.');
    });
    await verify('detail-35', async () => {
      await office.text('Concepto de aptitud laboral').fill('Apta para el cargo');
      await office.button('Guardar notas').click();
      await expectText(page, 'Notas actualizadas correctamente.');
    });
    await verify('detail-37', async () => {
      await office.text('Observaciones').fill('Vuelve en un año');
      await office.saveNotes();
      await expect(office.text('Concepto de aptitud laboral')).toHaveValue('Apta para el cargo');
    });
    await verify('detail-14', () => expectText(page, 'Selecciona un médico para firmar la evaluación.'));
    await verify('detail-16', async () => {
      await page.getByRole('combobox', { name: 'Médico' }).click();
      await expect(page.getByRole('option').first()).toContainText(/\S+ · \S+/);
      await page.keyboard.press('Escape');
    });
    await verify('detail-15', async () => {
      await office.chooseDoctor();
      await office.chooseMissingAptitude();
      await expectText(page, 'Todo listo para cerrar la evaluación.');
      await expect(office.button('Firmar y cierre')).toBeEnabled();
    });
    await office.sign();
    await verify('detail-17', async () => {
      await expect(office.status).toContainText('Cerrada');
      await expectText(page, /cerrada el /);
      await expect(fact('Médico tratante')).not.toHaveText('Sin firmar');
    });
    await verify('detail-18', async () => {
      for (const name of ours) await expect(office.button(name)).toBeVisible();
    });
    await verify('detail-19', async () => {
      const concept = await office.download('Descargar concepto PDF');
      expect(concept.suggestedFilename()).toBe(`concepto_${id.slice(0, 8)}.pdf`);
      const history = await office.download('Descargar historia clínica');
      expect(history.suggestedFilename()).toBe(`historia_clinica_${id.slice(0, 8)}.pdf`);
    });
    await verify('detail-20', async () => {
      await office.reopen();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(office.text(`Resultado de ${DEMO_EXAM_NAME}`)).toBeEditable();
      await expect(office.text('Observaciones')).toBeEditable();
    });
    await verify('detail-7', async () => {
      await page.getByRole('link', { name: 'Volver al listado' }).first().click();
      await expect(page).toHaveURL(`${line.origin}/evaluations`);
    });
  },
);

test('the evaluation screen shows an evaluation without pictures; an unknown evaluation gets a separate page', async ({
  clinic,
  line,
  page,
}) => {
  const office = new OfficePage(page, line.origin);
  const doctor = await createDoctorUser(clinic);
  await office.signIn(doctor);
  const id = await office.createEvaluation(doctor, createVisitor());
  await office.open(id);
  await verify('detail-5', () =>
    expect(page.getByRole('heading', { name: 'Imágenes capturadas' })).toHaveCount(0),
  );
  await verify('routes-23', async () => {
    await office.desk.open('/evaluations/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evaluación no encontrada');
    await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', '/evaluations');
  });
});
