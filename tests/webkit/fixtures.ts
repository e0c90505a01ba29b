import { test as base, expect } from '#tests/e2e/fixtures.ts';
import { VirtualDisplay, WebKit } from './browser.ts';

interface WorkerFixtures {
  readonly display: VirtualDisplay;
}
interface TestFixtures {
  /** WebKit with its own profile folder, closed at first; a test can open it several times. */
  readonly webkit: WebKit;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  display: [
    // Playwright requires braces with the names of needed fixtures. `clinic` is unused here; naming it costs nothing, because
    // it is always created first.
    async ({ clinic: _clinic }, provide) => {
      const display = await VirtualDisplay.switchOn();
      await provide(display);
      await display.switchOff();
    },
    { scope: 'worker' },
  ],
  webkit: async ({ display }, provide, info) => {
    const webkit = new WebKit(display);
    try {
      await provide(webkit);
      if (info.status !== info.expectedStatus)
        await info.attach('page', { body: await webkit.describePage() });
    } finally {
      await webkit.destroy();
    }
  },
});

export { expect };
