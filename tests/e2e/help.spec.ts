import { isAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test(
  'P10.38 help opens from the bar without network, also where nobody has opened it before',
  { tag: '@landing' },
  async ({ tablet, rocio, line }) => {
    const { desk } = await tablet.startShift(rocio);
    line.goDown();
    await desk.page.getByRole('link', { name: 'Ayuda' }).click();
    await expect(desk.page.getByRole('heading', { name: 'Sin red' })).toBeVisible();
    await expect(desk.page.getByText(/«Dejar en espera»/)).toBeVisible();
    await isAccessible(desk.page, '/help');
  },
);

test(
  'P10.215 the whole guide is read without network where nobody has opened it before; a sentence stands for each picture',
  { tag: '@landing' },
  async ({ tablet, rocio, line }) => {
    const { desk } = await tablet.startShift(rocio);
    line.goDown();
    await desk.page.getByRole('link', { name: 'Ayuda' }).click();
    await desk.page.getByRole('link', { name: /guía/i }).click();
    for (const part of ['Recepción', 'Médico', 'Administración'])
      await expect(desk.page.getByRole('heading', { level: 2, name: part })).toBeVisible();
    // Below the screen; one that stood on it may be words already.
    const pictures = await desk.page
      .locator('main img')
      .evaluateAll((images: HTMLImageElement[]) => images.map(({ alt }) => alt));
    expect(pictures.length).toBeGreaterThan(5);
    for (const words of pictures) {
      const said = desk.page.getByText(`${words} (la imagen se ve con red)`);
      // It is asked for once it comes near, and is then words.
      await desk.page.getByRole('img', { name: words, exact: true }).or(said).scrollIntoViewIfNeeded();
      await expect(said).toBeVisible();
    }
    await isAccessible(desk.page, '/help/guide');
  },
);
