import { expect, test } from './fixtures.ts';

test.describe('the app on a tablet', () => {
  test('is installable: Chromium has nothing against it', async ({ tablet, rocio }) => {
    const { desk, context } = await tablet.switchOn();
    await desk.signIn(rocio, '/home');
    const session = await context.newCDPSession(desk.page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      name: 'Ventanilla · Salud ocupacional',
      lang: 'es-CO',
      display: 'standalone',
      start_url: '/',
    });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
  });

  test('opens without network at every address of it, and at one that it does not have', async ({
    desk,
    rocio,
    page,
    line,
  }) => {
    await desk.signIn(rocio, '/home');
    line.goDown();
    for (const path of ['/home', '/reception', '/pacientes', '/pending', '/reception?x=1#y']) {
      await desk.open(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('banner')).toContainText(rocio.name);
    }
    await desk.open('/nada');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página no existe');
  });

  test('S18 the worker leaves the API to the network: an address of it is never answered with a page', async ({
    desk,
    rocio,
    page,
    line,
  }) => {
    await desk.signIn(rocio, '/home');
    line.goDown();
    const reached = await page.evaluate(() =>
      fetch('/api/v1/health').then(
        () => true,
        () => false,
      ),
    );
    expect(reached).toBe(false);
  });
});
