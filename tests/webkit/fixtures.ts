import { test as base, expect } from '#tests/e2e/fixtures.ts';
import { Display, WebKit } from './browser.ts';

interface RunFixtures {
  readonly display: Display;
}
interface TestFixtures {
  /** WebKit on a separate folder, initially closed: a test can open it any number of times. */
  readonly webkit: WebKit;
}

export const test = base.extend<TestFixtures, RunFixtures>({
  display: [
    // Playwright reads the names of needed fixtures from the braces; `clinic` is named because it is created first in any case.
    async ({ clinic: _clinic }, provide) => {
      const display = await Display.switchOn();
      await provide(display);
      await display.switchOff();
    },
    { scope: 'worker' },
  ],
  webkit: async ({ display }, provide, info) => {
    const webkit = new WebKit(display);
    try {
      await provide(webkit);
      if (info.status !== info.expectedStatus) await info.attach('page', { body: await webkit.shows() });
    } finally {
      await webkit.destroy();
    }
  },
});

export { expect };
