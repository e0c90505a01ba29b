import type { Locator, Page } from '@playwright/test';
import { visitor } from '#tests/support/base/people.ts';
import { ANA, frame } from '#tests/support/cards/invented-card.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { readerTypes } from '#tests/support/desk/card-reader.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { isAccessible } from './accessible.ts';
import { deliveredOnce } from './delivered.ts';
import { expect, test } from './fixtures.ts';

const TABLETS = [
  { width: 1_024, height: 768 },
  { width: 768, height: 1_024 },
];
/** Of the demo clinic; nobody registers them today. */
const KNOWN = '9999000314';

const outside = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return { below: scrollHeight - clientHeight, beside: scrollWidth - clientWidth };
  });

/** On each tablet: nothing of the page is outside the screen. */
async function fits(page: Page, where: string): Promise<void> {
  for (const size of TABLETS) {
    await page.setViewportSize(size);
    expect.soft(await outside(page), `${where}, ${size.width} px wide`).toEqual({ below: 0, beside: 0 });
  }
}

/** Where a field stands on the page, on each tablet. */
async function places(page: Page, field: Locator): Promise<number[]> {
  const found: number[] = [];
  for (const size of TABLETS) {
    await page.setViewportSize(size);
    found.push(await field.evaluate((box) => Math.round(box.getBoundingClientRect().top + scrollY)));
  }
  return found;
}

test(
  'P10.78 the first step is on one screen, and its fields stay where they are',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    const name = desk.field('Primer nombre');
    await expect(desk.button('Leer cédula')).toBeVisible();
    const begun = await places(page, name);
    await fits(page, 'the empty step');
    await desk.field('Número de identificación').fill(KNOWN);
    await expect(page.getByText(/^Paciente encontrado/)).toBeVisible();
    expect(await places(page, name), 'with somebody who was found').toEqual(begun);
    await fits(page, 'somebody who was found');
    await desk.field('Número de identificación').fill('123456');
    await desk.button('Buscar paciente').click();
    await expect(page.getByText(/^No hay un paciente/)).toBeVisible();
    expect(await places(page, name), 'with nobody who was found').toEqual(begun);
    await desk.field('Primer nombre').fill('Zoraida');
    await desk.field('Primer apellido').fill('Quiñónez');
    await desk.field('Número de identificación').fill(KNOWN);
    await expect(page.getByText(/^Este documento es de/)).toBeVisible();
    expect(await places(page, name), 'with the document of another').toEqual(begun);
    await fits(page, 'the document of another');
    await desk.park();
    await expect(desk.button('En espera: 1')).toBeVisible();
    expect(await places(page, name), 'with somebody who waits').toEqual(begun);
  },
);

test(
  'P10.230 P10.233 P10.78 who waits, and nobody who could be looked up, are said where the step keeps its fields',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    const [waiting, person] = [visitor(), desk.field('Número de identificación')];
    const name = desk.field('Primer nombre');
    await desk.fillPerson(waiting);
    await desk.park();
    await expect(desk.button('En espera: 1')).toBeVisible();
    await expect(desk.button('Leer cédula')).toBeVisible();
    const begun = await places(page, name);
    await person.fill(waiting.document);
    await expect(page.getByText(/^Esta persona está en espera desde las/)).toBeVisible();
    await expect(page.getByText(/^No hay un paciente/)).toHaveCount(0);
    expect(await places(page, name), 'with whoever waits').toEqual(begun);
    await fits(page, 'whoever waits');
    await isAccessible(page, 'whoever waits');
    await page.context().setOffline(true);
    await person.fill('1234567890');
    await expect(page.getByText(/^Sin conexión no podemos buscar a esta persona/)).toBeVisible();
    expect(await places(page, name), 'with nobody who could be looked up').toEqual(begun);
    await fits(page, 'nobody who could be looked up');
    await person.fill(waiting.document);
    await desk.button('Traer').click();
    await expect(desk.field('Primer nombre')).toHaveValue(waiting.firstName);
    await expect(page.getByRole('button', { name: /^En espera/ })).toHaveCount(0);
  },
);

test(
  'P10.229 P10.78 a card in the last step is answered, and the step stays one screen',
  { tag: ['@landing', '@chromium'] },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    const person = { ...visitor(), firstName: 'Ana', lastName: 'Gil' };
    await desk.reachConfirmation(person);
    await desk.capture(await samplePhoto());
    const hers = { ...ANA, number: person.document, firstName: 'ANA', lastName: 'GIL' };
    await readerTypes(page, frame({ ...hers, middleName: '', secondLastName: '' }));
    await expect(page.getByText('Es la cédula de esta persona.')).toBeVisible();
    await fits(page, 'a card in the last step');
    await desk.picturesAreReady();
    await readerTypes(page, frame(ANA));
    await expect(page.getByRole('dialog', { name: 'El documento leído es de otra persona' })).toBeVisible();
    await page.keyboard.press('Escape');
    await desk.picturesAreReady();
  },
);

test(
  'P10.170 P10.78 who is known and was here today is one notice, and the step stays one screen',
  { tag: '@landing' },
  async ({ desk, rocio, clinic, page }) => {
    const person = visitor();
    await desk.signIn(rocio);
    await desk.register(person, await samplePhoto());
    await deliveredOnce(clinic, rocio, [person]);
    await desk.another();
    await desk.field('Número de identificación').fill(person.document);
    await expect(page.getByText(/^Paciente encontrado/)).toBeVisible();
    await expect(page.getByText(/Ya se registró a .* hoy/)).toHaveCount(1);
    for (const size of TABLETS) {
      await page.setViewportSize(size);
      await expect(desk.field('Cargo'), `${size.width} px wide`).toBeInViewport({ ratio: 1 });
    }
    await fits(page, 'somebody who was here today');
  },
);

test(
  'P10.78 the second step is on one screen where a company is missing, and nothing moves once it is shown',
  { tag: '@landing' },
  async ({ desk, clinic, page }) => {
    await desk.signIn(await hire(clinic, 'Bogotá', ['register_patients', 'manage_catalogs']));
    await desk.register(visitor(), await samplePhoto());
    await desk.another();
    await desk.fillPerson(visitor());
    const type = page.getByRole('combobox', { name: 'Tipo de evaluación' });
    await desk.next();
    await type.waitFor();
    const first = await type.evaluate((box) => box.getBoundingClientRect().top);
    await expect(page.getByRole('group', { name: 'Visitas habituales' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Empresas habituales' })).toBeVisible();
    expect(await type.evaluate((box) => box.getBoundingClientRect().top)).toBe(first);
    await fits(page, 'what is usual');
    await page.getByRole('combobox', { name: 'Empresa empleadora' }).fill('Constructora Nueva del Norte');
    await expect(desk.button('Crear empresa')).toBeVisible();
    await page.keyboard.press('Escape');
    await fits(page, 'a company that is missing');
    await isAccessible(page, 'a company that is missing');
    await desk.button('Crear empresa').click();
    const code = page.getByRole('dialog').getByLabel('Código');
    await code.click();
    await page.keyboard.insertText('N'.repeat(300));
    await expect(code).toHaveValue('N'.repeat(40));
    await expect(page.getByText('Máximo 40 caracteres.')).toBeVisible();
    await fits(page, 'the dialog of a company');
  },
);

test(
  'P10.78 the last step is on one screen after pictures that failed, and its buttons are one row',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.reachConfirmation(visitor());
    const none = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await desk.choosePhoto(none);
    await page.getByLabel('Cargar firma desde archivo').setInputFiles(none);
    await expect(page.getByText('El archivo debe ser una imagen JPEG o PNG.')).toHaveCount(2);
    await fits(page, 'pictures that failed');
    await desk.confirm();
    await expect(page.getByText('Captura la fotografía y la firma antes de continuar.')).toBeVisible();
    for (const size of TABLETS) {
      await page.setViewportSize(size);
      await expect(desk.confirmButton, `${size.width} px wide`).toBeInViewport({ ratio: 1 });
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
  'P10.79 a list opens below its field’s error, or above its label',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.fillPerson(visitor());
    await desk.next();
    const field = page.getByRole('combobox', { name: 'Empresa empleadora' });
    await field.waitFor();
    await desk.next();
    const error = page.getByText('Seleccione la empresa empleadora');
    await expect(error).toBeVisible();
    const label = page.getByText('Empresa empleadora', { exact: true });
    const box = async (of: Locator) => {
      const { y, height } = (await of.boundingBox()) ?? { y: 0, height: 0 };
      return { top: y, bottom: y + height };
    };
    for (const size of [...TABLETS, { width: 1_024, height: 460 }]) {
      await page.setViewportSize(size);
      await page.keyboard.press('Escape');
      await field.click();
      await expect(page.getByRole('option').first()).toBeVisible();
      const list = await box(page.getByRole('listbox').first());
      const isBelow = list.top >= (await box(error)).bottom;
      expect.soft(isBelow || list.bottom <= (await box(label)).top, `${size.height} px high`).toBe(true);
    }
  },
);
