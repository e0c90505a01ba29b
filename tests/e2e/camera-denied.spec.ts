import { visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import { chromiumLaunch } from '#tests/support/browsers/chromium.ts';
import { expect, test } from './fixtures.ts';

// A camera, and nobody who would allow it: without a window Chromium denies what it would ask.
test.use({ launchOptions: chromiumLaunch(['--use-fake-device-for-media-stream']) });

test(
  'P8.13 a camera that nobody allowed stays out until the first tap; denied, that is said and a file is taken',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.reachConfirmation(visitor());
    await expect(page.getByText('para encender la cámara')).toBeVisible();
    await desk.button('Tomar foto').click();
    await expect(page.getByRole('alert')).toContainText(
      'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.',
    );
    await desk.capture(await samplePhoto());
  },
);
