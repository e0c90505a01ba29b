import { expectFilledFromMrz, createMrzCameraLaunchOptions } from '#tests/support/browsers/lines-camera.ts';
import { expect, test } from '../fixtures.ts';

test.use({
  // Playwright requires the destructuring pattern, although this option uses no other fixture.
  // oxlint-disable-next-line no-empty-pattern
  launchOptions: async ({}, provide) => {
    const camera = await createMrzCameraLaunchOptions('passport', { share: 0.92 });
    await provide(camera.options);
    camera.remove();
  },
});

test(
  'P10.30 @chromium the camera reads a passport, and the form gets its number and document type',
  { tag: '@thorough' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.button('Leer cédula').click();
    await expect(page.getByText('Pasaporte leído')).toBeVisible();
    await expectFilledFromMrz(page, { identification_type: 'PA', identification_number: 'XX9998314' });
    await expect(
      page.getByText('El documento no trae tildes ni ñ en esta parte: revisa los nombres.'),
    ).toBeVisible();
    await expect(page.locator('video'), 'the camera is out').toHaveCount(0);
  },
);
