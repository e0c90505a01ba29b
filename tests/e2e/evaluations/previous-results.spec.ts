import { addDoctor, createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

test(
  'P10.435 P10.436 an open evaluation shows the photo, links the previous visit, and shows its results next to the exams, also offline',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ page, line, clinic }) => {
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await addDoctor(clinic, `Dra. Previa ${doctor.id.slice(0, 8)}`, doctor);
    await office.signIn(doctor, '/home');
    const person = createVisitor();
    const earlier = await createUnsignedEvaluation(office, doctor, { person, concept: 'Apta' });
    await office.open(earlier);
    await expect(page.getByText('Todo listo para cerrar la evaluación.')).toBeVisible();
    await office.pressSign();
    await expect(office.status).toContainText('Cerrada');

    const today = await createUnsignedEvaluation(office, doctor, { person, concept: 'Apta' });
    await office.open(today);
    const results = page.getByRole('region', { name: 'Resultados de exámenes' });
    const previous = results.getByText(/^Visita anterior \(/).locator('..');
    await expect(previous).toContainText('Normal.');
    const link = page.getByRole('definition').filter({ has: page.locator('a') });
    await expect(link.getByRole('link')).toHaveAttribute('href', `/evaluations/${earlier}`);
    await expect(page.getByRole('definition').first().locator('img')).toBeVisible();
    await expectAccessible(page, 'an evaluation with earlier results');

    line.disconnect();
    await page.reload();
    await expect(previous).toContainText('Normal.');
  },
);

test(
  "P10.437 P10.438 P10.439 a doctor adds an exam, writes 'Normal' and saves by keyboard, and Ctrl+Enter leads to the patient's missing field",
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await office.signIn(doctor, '/home');
    await office.open(await office.createEvaluation(doctor, createVisitor()));
    await page.getByRole('combobox', { name: 'Agregar un examen' }).focus();
    await page.keyboard.type('Audio');
    await expect(page.getByRole('option').first()).toContainText(/Audio/);
    await page.keyboard.press('Enter');
    const normal = page.getByRole('button', { name: /^Normal: Audio/ });
    await expect(normal).toBeVisible();
    await normal.focus();
    await page.keyboard.press('Enter');
    await expect(normal).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page, 'an added exam');
    await page.keyboard.press('Control+Enter');
    await office.isSaved('Guardar resultados');
    await expect(office.text('Concepto de aptitud laboral')).toBeFocused();
  },
);
