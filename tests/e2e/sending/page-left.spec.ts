import { expect, test } from '../fixtures.ts';

test(
  'S20 the page shows no error and keeps its address when the user leaves the page while its code is loading',
  { tag: '@firefox' },
  async ({ page, line }) => {
    const code = line.hold({ path: /^\/assets\/accounts\..*\.js$/ }, 'before');
    await page.goto(`${line.origin}/forgot-password`, { waitUntil: 'commit' });
    await code.reached;
    const next = line.hold({ path: '/first-admin' }, 'before');
    const brokenOff = page.waitForEvent('requestfailed', (request) =>
      /accounts\..*\.js$/.test(request.url()),
    );
    const leaving = page.goto(`${line.origin}/first-admin`);
    await Promise.all([next.reached, brokenOff]);
    // The test waits two frames, in which React would show an error.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await page.getByText(/^No se pudo cargar/).count()).toBe(0);
    expect(page.url()).toBe(`${line.origin}/forgot-password`);
    code.release();
    next.release();
    await leaving;
  },
);
