import type { Locator, Page } from '@playwright/test';
import { createVisitor } from '#tests/support/base/patients.ts';
import { ANA_CARDHOLDER, cardCodeText } from '#tests/support/cards/invented-card.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { announceForToday } from '#tests/support/reception/expected-day.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

const TABLET_SIZES = [
  { width: 1_024, height: 768 },
  { width: 768, height: 1_024 },
];
/** Document number of a demo patient that no test registers today. */
const DEMO_PATIENT_NUMBER = '9999000314';
/** The header has its longest content on a day with announced people. */
const ANNOUNCED = { identification_number: '9998000332', first_name: 'Beatriz', last_name: 'Yturralde' };
const ANNOUNCED_VISIT = {
  type: 'Ingreso (preocupacional)',
  company: 'Flores del Páramo Ficticio S.A.S. (DEMO)',
};

const measurePageOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return { below: scrollHeight - clientHeight, beside: scrollWidth - clientWidth };
  });

async function expectFitsTablets(page: Page, where: string): Promise<void> {
  for (const size of TABLET_SIZES) {
    await page.setViewportSize(size);
    expect
      .soft(await measurePageOverflow(page), `${where}, ${size.width} px wide`)
      .toEqual({ below: 0, beside: 0 });
  }
}

/** Returns the vertical position of a field on the page, one value per tablet size. */
async function measureFieldTops(page: Page, field: Locator): Promise<number[]> {
  const found: number[] = [];
  for (const size of TABLET_SIZES) {
    await page.setViewportSize(size);
    found.push(await field.evaluate((box) => Math.round(box.getBoundingClientRect().top + scrollY)));
  }
  return found;
}

test(
  'P10.78 P10.170 P10.230 P10.233 the first step of the wizard fits on one screen for every lookup result, and its fields keep their position',
  { tag: '@landing' },
  async ({ desk, rocio, clinic, page }) => {
    const [today, waiting] = [createVisitor(), createVisitor()];
    await announceForToday(clinic, rocio, ANNOUNCED_VISIT, [ANNOUNCED]);
    const [number, name] = [desk.field('Número de identificación'), desk.field('Primer nombre')];
    await desk.signIn(rocio);
    await expect(page.getByRole('button', { name: /^Esperadas hoy/ })).toBeVisible();
    const begun = await measureFieldTops(page, name);
    await expectFitsTablets(page, 'the empty step');
    await number.fill(DEMO_PATIENT_NUMBER);
    await expect(page.getByText(/^Paciente encontrado/)).toBeVisible();
    expect(await measureFieldTops(page, name), 'with somebody who was found').toEqual(begun);
    await expectFitsTablets(page, 'somebody who was found');
    await number.fill('123456');
    await desk.button('Buscar paciente').click();
    await expect(page.getByText(/^No hay un paciente/)).toBeVisible();
    expect(await measureFieldTops(page, name), 'with nobody who was found').toEqual(begun);
    await name.fill('Zoraida');
    await desk.field('Primer apellido').fill('Quiñónez');
    await number.fill(DEMO_PATIENT_NUMBER);
    await expect(page.getByText(/^Este documento es de/)).toBeVisible();
    expect(await measureFieldTops(page, name), 'with the document of another').toEqual(begun);
    await expectFitsTablets(page, 'the document of another');

    await desk.register(today, await randomPhoto());
    await expectDeliveredOnce(clinic, rocio, [today]);
    await desk.startNextRegistration();
    await number.fill('1234567');
    await desk.button('Buscar paciente').click();
    await expect(page.getByRole('group', { name: 'Visitas habituales' })).toBeVisible();
    expect(await measureFieldTops(page, name), 'P10.442 with usual visits').toEqual(begun);
    await expectFitsTablets(page, 'usual visits for a new patient');
    await number.fill(today.document);
    await expect(page.getByText(/^Paciente encontrado/)).toBeVisible();
    await expect(page.getByText(/Ya se registró a .* hoy/)).toHaveCount(1);
    for (const size of TABLET_SIZES) {
      await page.setViewportSize(size);
      await expect(desk.field('Cargo'), `${size.width} px wide`).toBeInViewport({ ratio: 1 });
    }
    await expectFitsTablets(page, 'somebody who was here today');

    await desk.fillPerson(waiting);
    await desk.park();
    await expect(desk.button('En espera: 1')).toBeVisible();
    const beside = await measureFieldTops(page, name);
    await number.fill(waiting.document);
    await expect(page.getByText(/^Esta persona está en espera desde las/)).toBeVisible();
    await expect(page.getByText(/^No hay un paciente/)).toHaveCount(0);
    expect(await measureFieldTops(page, name), 'with whoever waits').toEqual(beside);
    await expectFitsTablets(page, 'whoever waits');
    await expectAccessible(page, 'whoever waits');
    await page.context().setOffline(true);
    await number.fill('1234567890');
    await expect(page.getByText(/^Sin conexión no podemos buscar a esta persona/)).toBeVisible();
    expect(await measureFieldTops(page, name), 'with nobody who could be looked up').toEqual(beside);
    await expectFitsTablets(page, 'nobody who could be looked up');
    await number.fill(waiting.document);
    await desk.button('Traer').click();
    await expect(name).toHaveValue(waiting.first_name);
    await expect(page.getByRole('button', { name: /^En espera/ })).toHaveCount(0);
  },
);

/** Expects that a list opens below its field's error or above its label, so that it covers neither. */
async function expectListBesideField(page: Page): Promise<void> {
  const error = page.getByText('Seleccione la empresa empleadora');
  await expect(error).toBeVisible();
  const label = page.getByText('Empresa empleadora', { exact: true });
  const boundsOf = async (of: Locator) => {
    const { y, height } = (await of.boundingBox()) ?? { y: 0, height: 0 };
    return { top: y, bottom: y + height };
  };
  for (const size of [...TABLET_SIZES, { width: 1_024, height: 460 }]) {
    await page.setViewportSize(size);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Empresa empleadora' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    const list = await boundsOf(page.getByRole('listbox').first());
    const isBelow = list.top >= (await boundsOf(error)).bottom;
    expect.soft(isBelow || list.bottom <= (await boundsOf(label)).top, `${size.height} px high`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1_024, height: 768 });
}

test(
  'P10.78 P10.79 P10.34 the last step of the wizard fits on one screen with failed pictures and the longest texts; a list opens below its field’s error or above its label',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.field('Segundo nombre').fill('de los Ángeles');
    await desk.field('Segundo apellido').fill('Santacruz de Montenegro');
    await desk
      .field('Cargo')
      .fill('Operadora de maquinaria pesada para movimiento de tierras y mantenimiento de vías');
    await page.keyboard.press('Escape');
    await desk.fillPerson({
      ...createVisitor(),
      first_name: 'María Fernanda',
      last_name: 'Rodríguez-Villamizar',
    });
    await desk.next();
    await page.getByRole('combobox', { name: 'Empresa empleadora' }).waitFor();
    await desk.next();
    await expectListBesideField(page);
    await desk.chooseEvaluation();
    await desk.next();
    const none = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await desk.choosePhoto(none);
    await page.getByLabel('Cargar firma desde archivo').setInputFiles(none);
    await expect(page.getByText('El archivo debe ser una imagen JPEG o PNG.')).toHaveCount(2);
    await expectFitsTablets(page, 'pictures that failed');
    await desk.confirm();
    await expect(page.getByText('Captura la fotografía y la firma antes de continuar.')).toBeVisible();
    for (const size of TABLET_SIZES) {
      await page.setViewportSize(size);
      for (const button of [desk.confirmButton, desk.button('Tomar foto')])
        await expect(button, `${size.width} px wide`).toBeInViewport({ ratio: 1 });
      const tops = await Promise.all(
        [desk.confirmButton, desk.button('Volver'), desk.button('Dejar en espera')].map((button) =>
          button.evaluate((box) => Math.round(box.getBoundingClientRect().top)),
        ),
      );
      expect.soft(new Set(tops).size, `rows of buttons, ${size.width} px wide`).toBe(1);
    }
  },
);

test(
  'P10.78 P10.229 the second step of the wizard fits on one screen with a missing company, and the last step with a card that was read',
  { tag: ['@landing', '@chromium'] },
  async ({ desk, clinic, page }) => {
    await desk.signIn(await createClinicUser(clinic, 'Bogotá', ['register_patients', 'manage_catalogs']));
    await desk.register(createVisitor(), await randomPhoto());
    await desk.startNextRegistration();
    const person = { ...createVisitor(), first_name: 'Ana', last_name: 'Gil' };
    await desk.fillPerson(person);
    const type = page.getByRole('combobox', { name: 'Tipo de evaluación' });
    await desk.next();
    await type.waitFor();
    const first = await type.evaluate((box) => box.getBoundingClientRect().top);
    await expect(page.getByRole('group', { name: 'Visitas habituales' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Empresas habituales' })).toBeVisible();
    expect(await type.evaluate((box) => box.getBoundingClientRect().top)).toBe(first);
    await expectFitsTablets(page, 'what is usual');
    await page.getByRole('combobox', { name: 'Empresa empleadora' }).fill('Constructora Nueva del Norte');
    await expect(desk.button('Crear empresa')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectFitsTablets(page, 'a company that is missing');
    await expectAccessible(page, 'a company that is missing');
    await desk.button('Crear empresa').click();
    const code = page.getByRole('dialog').getByLabel('Código');
    await code.click();
    await page.keyboard.insertText('N'.repeat(300));
    await expect(code).toHaveValue('N'.repeat(40));
    await expect(page.getByText('Máximo 40 caracteres.')).toBeVisible();
    await expectFitsTablets(page, 'the dialog of a company');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await desk.chooseEvaluation();
    await desk.next();
    await desk.capture(await randomPhoto());
    const hers = { ...ANA_CARDHOLDER, number: person.document, first_name: 'ANA', last_name: 'GIL' };
    await typeLikeCardReader(page, cardCodeText({ ...hers, middle_name: '', second_last_name: '' }));
    await expect(page.getByText('Es la cédula de esta persona.')).toBeVisible();
    await expectFitsTablets(page, 'a card in the last step');
    await desk.picturesAreReady();
  },
);
