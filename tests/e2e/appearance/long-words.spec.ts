import type { Page } from '@playwright/test';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expect, test } from '../fixtures.ts';

/** Screen sizes: a tablet in both orientations, a phone, and a doctor's monitor. */
const WINDOW_SIZES = [
  { width: 1_024, height: 768 },
  { width: 768, height: 1_024 },
  { width: 390, height: 844 },
  { width: 1_440, height: 900 },
];
const LONG_WORD = 'Zorobabela'.repeat(12);

/** Permissions of a doctor. They include the choice of the branch, which adds a button to the top bar. */
const DOCTOR_PERMISSIONS = [
  'manage_evaluations',
  'register_patients',
  'view_dashboard',
  'user_management',
] as const;

const measureOverflowWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function expectTextsFit(page: Page, where: string): Promise<void> {
  for (const size of WINDOW_SIZES) {
    await page.setViewportSize(size);
    expect.soft(await measureOverflowWidth(page), `${where} at ${size.width}`).toBeLessThanOrEqual(0);
  }
}

/** Asserts that the top bar shows the whole name of the branch next to the longest text of the unsent status. */
async function expectWholeBranchName(page: Page): Promise<void> {
  const branch = page.getByRole('banner').getByText('Bogotá', { exact: false });
  for (const size of WINDOW_SIZES) {
    await page.setViewportSize(size);
    const [shown, whole] = await branch.evaluate(({ clientWidth, scrollWidth }) => [
      clientWidth,
      scrollWidth,
    ]);
    expect.soft(whole, `the branch at ${size.width}`).toBeLessThanOrEqual(shown ?? 0);
    const { cut, lines } = await page
      .getByRole('banner')
      .getByText('IPS Ocupacional Los Alisos (DEMO)')
      .evaluate((name) => ({
        cut: name.scrollHeight - name.clientHeight,
        lines: Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)),
      }));
    if (size.width > 640)
      expect.soft(cut, `px of the clinic's name that are cut at ${size.width}`).toBeLessThanOrEqual(1);
    else expect.soft(lines, `lines of the clinic's name at ${size.width}`).toBe(1);
    const bar = (await page.getByRole('banner').boundingBox())?.height ?? 0;
    if (size.width > 480) expect.soft(bar, `one row at ${size.width}`).toBeLessThanOrEqual(58);
    expect.soft(await measureOverflowWidth(page), `the bar at ${size.width}`).toBeLessThanOrEqual(0);
  }
}

test(
  'P10.55 lists, prints and dialogs wrap a name of 120 letters; the top bar shows the branch in full, and the clinic’s name in full or, on a phone, in one line',
  { tag: '@landing' },
  async ({ desk, clinic, line, page }) => {
    await desk.signIn(await createClinicUser(clinic, 'Bogotá', [...DOCTOR_PERMISSIONS]));
    const [arrived, waiting] = [createVisitor(), createVisitor()].map((person) => ({
      ...person,
      first_name: LONG_WORD,
    }));
    if (!arrived || !waiting) throw new Error('nobody');
    await desk.register(arrived, await randomPhoto());
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await expectTextsFit(page, 'the confirmation');
    line.disconnect();
    await desk.button('Registrar otra evaluación').click();
    await desk.reachConfirmation(waiting);
    await expectTextsFit(page, 'the third step');
    await desk.button('Dejar en espera').click();
    await desk.button('En espera: 1').click();
    await expect(page.getByRole('dialog').getByText(LONG_WORD)).toBeVisible();
    await expectTextsFit(page, 'who waits');
    await page.keyboard.press('Escape');
    await desk.reopenParked(waiting, 1);
    await desk.capture(await randomPhoto());
    await desk.confirm();
    await desk.openPending();
    await expect(page.getByText(LONG_WORD).first()).toBeVisible();
    await expectTextsFit(page, 'what waits to be sent');
    await expect(desk.syncState).toHaveText(/^Sin conexión · 1 por enviar$/);
    await expectWholeBranchName(page);
    await desk.rowButton('Descartar', waiting).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectTextsFit(page, 'the question before a discard');
    await page.getByRole('dialog').getByRole('button', { name: 'Conservar' }).click();
    await page.getByRole('link', { name: 'Planilla del día' }).click();
    await expect(page.getByText(LONG_WORD).first()).toBeVisible();
    await expectTextsFit(page, 'the ledger');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1_000 }); // A4 page without margins.
    expect(await measureOverflowWidth(page), 'the ledger on paper').toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: 'screen' });
    line.restoreConnection();
    await desk.open('/evaluations');
    await page.getByLabel('Buscar paciente').fill(arrived.document); // The search is needed because the newest patient is on the last page.
    await expect(page.getByRole('table').getByText(LONG_WORD).first()).toBeVisible();
    await expectTextsFit(page, 'the list');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 718, height: 950 }); // Letter page without margins.
    expect(await measureOverflowWidth(page), 'the list on paper').toBeLessThanOrEqual(0);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    for (const role of ['banner', 'search', 'button'] as const)
      await expect(page.getByRole(role), `a ${role} on paper`).toHaveCount(0);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.getByRole('link', { name: `Ver detalle: ${LONG_WORD} ${arrived.last_name}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectTextsFit(page, 'the evaluation');
  },
);

test(
  'P10.80 P10.52 each row of the evaluation list is one link, and one tap filters by today; columns keep their position in every state',
  { tag: '@landing' },
  async ({ desk, clinic, page }) => {
    const member = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'user_management']);
    await desk.signIn(member, '/admin/activity');
    await expect(page.getByRole('table')).toBeVisible();
    await expectTextsFit(page, 'the activity log');
    for (const [size, most] of [
      [WINDOW_SIZES[0], 110],
      [WINDOW_SIZES[1], 110],
      [WINDOW_SIZES[2], 170],
    ] as const) {
      if (size) await page.setViewportSize(size);
      // The test measures the height of a sign-in entry, because entries that contain filters or the name of another user have
      // more lines.
      const line = page.locator('tbody tr').filter({ hasText: 'Inició sesión' }).first();
      const usual = await line.evaluate((shown) => shown.getBoundingClientRect().height);
      expect.soft(usual, `a line of the log at ${size?.width}`).toBeLessThanOrEqual(most);
    }

    await page.setViewportSize(TABLET_BROWSER_OPTIONS.viewport);
    await desk.open('/evaluations');
    const row = page.getByRole('row').nth(1);
    await expect(row).toBeVisible();
    const times = await page.locator('td[data-label="Inicio"]').allInnerTexts();
    const started = times.map((text) => {
      const [, day, month, year, hour] = /(\d\d)\/(\d\d)\/(\d{4})\s+(\d\d:\d\d)/.exec(text) ?? [];
      return `${year}-${month}-${day} ${hour}`;
    });
    expect(started, 'who waits longest is first').toEqual(started.toSorted());
    // The click is on the name, which is not part of the link's text, because the whole row must work as a link.
    await row.getByRole('cell').first().click({ force: true }); // The click is forced because the link covers the cell.
    await expect(page).toHaveURL(/\/evaluations\/[0-9a-f-]{36}$/);
    await page.getByRole('link', { name: 'Volver al listado' }).click();
    await desk.button('Hoy').click();
    await expect(page).toHaveURL(/\?from=(\d{4}-\d\d-\d\d)&to=\1$/);
    await desk.button('Limpiar filtros').first().click();
    await expect(page).toHaveURL(/\/evaluations$/);

    await page.getByRole('checkbox', { name: 'Cerrada' }).click();
    // Pending patients of other tests would fill the page.
    await page.getByRole('checkbox', { name: 'Pendiente' }).click();
    await expect(page.getByRole('table').getByText('Cerrada', { exact: true }).first()).toBeVisible();
    // Waits until the table shows the response to the last filter: an earlier response still has pending rows.
    await expect(page.getByRole('table').getByText('Pendiente', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    for (const size of WINDOW_SIZES.slice(0, 2)) {
      await page.setViewportSize(size);
      for (const column of ['Documento', 'Tipo', 'Empresa']) {
        const lefts = await page
          .locator(`td[data-label='${column}']`)
          .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
        expect.soft(new Set(lefts).size, `${column} at ${size.width}`).toBe(1);
      }
      const spilt = await page
        .locator("td[data-label='Inicio']")
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
      expect.soft(spilt, `waits beyond their column at ${size.width}`).toBe(0);
    }
  },
);
