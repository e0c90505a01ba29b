import { expect, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '#tests/support/browsers/chromium.ts';
import { createFakeCamera } from '#tests/support/browsers/fake-camera.ts';
import { readMrzPicture } from '#tests/support/cards/lines-picture.ts';
import { PLAIN_SHOT, photographPicture, type ShotSettings } from '#tests/support/cards/picture.ts';

/**
 * Returns launch options of a Chromium whose camera shows the machine-readable lines of a card or passport, slightly rotated
 * from frame to frame.
 */
export async function createMrzCameraLaunchOptions(name: 'card' | 'passport', how: Partial<ShotSettings>) {
  const printed = await readMrzPicture(name);
  const frames = [4, 2, 1, 0.5, 0, -0.5].map((degrees, seed) =>
    photographPicture(printed, { ...PLAIN_SHOT, degrees, blur: 0.6, noise: 8, glare: 12, seed, ...how }),
  );
  const camera = createFakeCamera(frames);
  return { options: chromiumLaunchOptions(camera.args), remove: () => camera.remove() };
}

/** Data of the holder, as the form shows them after the lines were read. */
const HOLDER_FORM_VALUES = {
  first_name: 'Zoraida',
  last_name: 'Quinonez',
  second_last_name: 'Roa',
  birth_date: '1990-05-12',
  gender: 'F',
};

export async function expectFilledFromMrz(
  page: Page,
  document: { identification_type: string; identification_number: string },
): Promise<void> {
  for (const [name, value] of Object.entries({ ...document, ...HOLDER_FORM_VALUES }))
    await expect(page.locator(`[data-path="${name}"]`)).toHaveValue(value);
}
