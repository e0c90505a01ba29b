import { chromiumLaunch } from '#tests/support/browsers/chromium.ts';
import { cameraThatShows } from '#tests/support/browsers/fake-camera.ts';
import { linesPicture } from '#tests/support/cards/lines-picture.ts';
import { PLAIN, shoot } from '#tests/support/cards/picture.ts';
import { expect, test } from './fixtures.ts';

test.use({
  // It needs no other fixture, and Playwright wants the pattern.
  // oxlint-disable-next-line no-empty-pattern
  launchOptions: async ({}, provide) => {
    const card = await linesPicture('card');
    const frames = [4, 2, 1, 0.5, 0, -0.5].map((degrees, seed) =>
      shoot(card, { ...PLAIN, share: 0.75, degrees, blur: 0.6, noise: 8, glare: 12, seed }),
    );
    const camera = cameraThatShows(frames);
    await provide(chromiumLaunch(camera.args));
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
    for (const [name, value] of Object.entries({
      identificationType: 'CC',
      identificationNumber: '9998000314',
      firstName: 'Zoraida',
      lastName: 'Quinonez',
      secondLastName: 'Roa',
      birthDate: '1990-05-12',
      gender: 'F',
    }))
      await expect(page.locator(`[data-path="${name}"]`)).toHaveValue(value);
    await expect(
      page.getByText('El documento no trae tildes ni ñ en esta parte: revisa los nombres.'),
    ).toBeVisible();
    await expect(page.locator('video'), 'the camera is out').toHaveCount(0);
  },
);
