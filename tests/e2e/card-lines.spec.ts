import { isFilledFromLines, launchWithLines } from '#tests/support/browsers/lines-camera.ts';
import { expect, test } from './fixtures.ts';

test.use({
  // It needs no other fixture, and Playwright wants the pattern.
  // oxlint-disable-next-line no-empty-pattern
  launchOptions: async ({}, provide) => {
    const camera = await launchWithLines('card', { share: 0.75 });
    await provide(camera.options);
    camera.remove();
  },
});

test(
  'P10.30 @chromium a cédula digital under the camera fills the form, and says what its lines do not have',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.button('Leer cédula').click();
    await expect(page.getByText('Cédula leída')).toBeVisible();
    await isFilledFromLines(page, { identificationType: 'CC', identificationNumber: '9998000314' });
    await expect(
      page.getByText('El documento no trae tildes ni ñ en esta parte: revisa los nombres.'),
    ).toBeVisible();
    await expect(page.locator('video'), 'the camera is out').toHaveCount(0);
  },
);
