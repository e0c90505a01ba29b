import type { Page } from '@playwright/test';
import { visitor } from '#tests/support/base/patients.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { readDraft } from '#tests/support/device/encrypted-draft.ts';
import { expect, test } from './fixtures.ts';

const step = (page: Page, nth: number) =>
  page.getByRole('heading', { name: new RegExp(`^Paso ${nth} de 3`) });
/** Goes back in the browser's history without waiting for a page load. */
const back = (page: Page) => page.evaluate(() => history.back());

test(
  "P10.231 'Atrás' leads to the previous step, also after a reload, and never reopens a confirmed registration",
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.getByRole('link', { name: 'Registrar paciente' }).first().click();
    const person = visitor();
    await desk.reachConfirmation(person);
    await desk.capture(await samplePhoto());
    await back(page);
    await expect(step(page, 2)).toBeFocused();
    await back(page);
    await expect(step(page, 1)).toBeFocused();
    await expect(desk.field('Número de identificación')).toHaveValue(person.document);
    await desk.next();
    await desk.next();
    await desk.picturesAreReady();
    await expect.poll(async () => (await readDraft(page)).content).toContain('"step":2');
    await page.reload();
    await desk.picturesAreReady();
    await back(page);
    await expect(step(page, 2)).toBeVisible();
    await back(page);
    await expect(step(page, 1)).toBeVisible();
    await back(page);
    await expect(page).toHaveURL(/\/home$/);

    await page.getByRole('link', { name: 'Registrar paciente' }).first().click();
    await expect(desk.field('Número de identificación')).toHaveValue(person.document);
    await desk.next();
    await desk.next();
    await desk.picturesAreReady();
    await desk.confirm();
    await expect(desk.button('Registrar otra evaluación')).toBeVisible();
    // The confirmation banner appears before the next form.
    await expect(desk.field('Número de identificación')).toHaveValue('');
    await back(page);
    await expect(page).toHaveURL(/\/home$/);
    await page.getByRole('link', { name: 'Registrar paciente' }).first().click();
    await expect(step(page, 1)).toBeVisible();
    await expect(desk.field('Número de identificación')).toHaveValue('');
  },
);
