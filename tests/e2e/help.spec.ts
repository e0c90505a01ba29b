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
