import type { Locator, Page } from '@playwright/test';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectAccessible } from '../accessible.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { typeByHand } from '#tests/support/base/keyboard.ts';
import { expect, test } from '../fixtures.ts';

const stepHeading = (page: Page, step: 1 | 2 | 3): Locator =>
  page.getByRole('heading', { name: `Paso ${step} de 3` });

/** Types at a person's speed, because the app takes faster keys for a card reader's, and presses Enter. */
async function typeAndPressEnter(page: Page, text = ''): Promise<void> {
  await typeByHand(page, text);
  await page.keyboard.press('Enter');
}

/** Types into a combobox, chooses the first row with Enter and expects the focus in the field `next`. */
async function chooseWithEnter(
  desk: ReceptionScreen,
  label: string,
  text: string,
  next: string,
): Promise<void> {
  const box = desk.page.getByRole('combobox', { name: label });
  await expect(box).toBeFocused();
  await typeByHand(desk.page, text);
  await expect(desk.page.getByRole('option', { name: text }).first()).toBeVisible();
  await desk.page.keyboard.press('Enter');
  await expect(desk.page.getByLabel(next, { exact: true })).toBeFocused();
  await expect(box).toHaveValue(new RegExp(text));
}

async function skipWithEnter(desk: ReceptionScreen, label: string): Promise<void> {
  await expect(desk.field(label)).toBeFocused();
  await desk.page.keyboard.press('Enter');
}

test(
  'P10.297 P10.295 P10.296 a receptionist registers a patient with the Enter key only; the summary links to the fields whose data is missing',
  { tag: '@landing' },
  async ({ desk, rocio, clinic, page }) => {
    const person = createVisitor();
    await desk.signIn(rocio);
    await desk.field('Número de identificación').focus();
    await typeAndPressEnter(page, person.document);
    await expect(page.getByText(/^No hay un paciente con este documento/)).toBeVisible();
    await expect(desk.field('Primer nombre')).toBeFocused();
    await typeAndPressEnter(page, person.first_name);
    await skipWithEnter(desk, 'Segundo nombre');
    await typeAndPressEnter(page, person.last_name);
    await skipWithEnter(desk, 'Segundo apellido');
    await skipWithEnter(desk, 'Fecha de nacimiento');
    await expect(desk.field('Género')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(desk.field('Cargo')).toBeFocused();
    await typeAndPressEnter(page, 'Afinadora de marimbas');
    await expect(stepHeading(page, 2)).toBeFocused();

    await page.keyboard.press('Enter');
    await chooseWithEnter(desk, 'Tipo de evaluación', 'Ingreso', 'Empresa empleadora');
    await chooseWithEnter(desk, 'Empresa empleadora', 'Flores del Páramo', 'Empresa contratista');
    await skipWithEnter(desk, 'Empresa contratista');
    await typeAndPressEnter(page, 'Turno');
    await typeByHand(page, 'de noche');
    await expect(desk.field('Información adicional')).toHaveValue('Turno\nde noche');
    await page.keyboard.press('Control+Enter');
    await expect(stepHeading(page, 3)).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(stepHeading(page, 3), 'nothing is confirmed by accident').toBeFocused();
    await expect(page.getByText('Captura la fotografía')).toHaveCount(0);
    const missing = page.getByRole('status').filter({ hasText: 'Falta para el certificado' });
    await expect(missing.getByRole('button')).toHaveText(['Fecha de nacimiento']);
    await expectAccessible(page, 'the summary with data that are missing');
    await missing.getByRole('button').press('Enter');
    await expect(desk.field('Fecha de nacimiento')).toBeFocused();
    await typeAndPressEnter(page, '15041988');
    await skipWithEnter(desk, 'Género');
    await skipWithEnter(desk, 'Cargo');
    await expect(stepHeading(page, 3), 'back to the summary').toBeFocused();
    await expect(missing).toHaveCount(0);
    await expect(page.getByText(/^15\/04\/1988 \(\d+ años\)/)).toBeVisible();
    await expect(page.getByText(/^Femenino/)).toBeVisible();

    await desk.capture(await randomPhoto());
    await desk.confirm();
    await expectDeliveredOnce(clinic, rocio, [person]);
    const [stored] = await clinic.query(
      `select birth_date::text as born, gender, additional_info as info
       from patients p join evaluations e on e.patient_id = p.id where identification_number = '${person.document}'`,
    );
    expect(stored).toEqual({ born: '1988-04-15', gender: 'F', info: 'Turno\nde noche' });
  },
);
