import type { BrowserContext, Page } from '@playwright/test';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expect, test as base } from '../fixtures.ts';

/** Enables Chromium's back/forward cache, which Playwright disables. */
const test = base.extend({
  launchOptions: [
    async ({ browserName, launchOptions }, provide) =>
      provide(
        browserName === 'chromium'
          ? { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }
          : launchOptions,
      ),
    { scope: 'worker' },
  ],
});

interface RecordedFrames {
  /** True if the page came from the back/forward cache, false if the browser loaded it again. */
  readonly persisted: boolean;
  /** Visibility of the field with the patient's name, one boolean for each of the first frames. */
  readonly seen: readonly boolean[];
}

/** Runs in every page from its start. Records in which frames the name is visible after a load or a return from the cache. */
function recordVisibleFrames(): void {
  const isWatchedFieldUncovered = () => {
    const name = window.sessionStorage.getItem('watched');
    return [...document.querySelectorAll('input')].some((field) => {
      if (field.value !== name) return false;
      const box = field.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === field;
    });
  };
  const watchVisibility = (persisted: boolean) => {
    if (window.sessionStorage.getItem('watched') === null) return; // Only the window that has this mark is recorded.
    const seen = [isWatchedFieldUncovered()];
    const recordVisibility = () => {
      seen.push(isWatchedFieldUncovered());
      if (seen.length < 60) return void requestAnimationFrame(recordVisibility);
      window.localStorage.setItem('frames', JSON.stringify({ persisted, seen }));
    };
    requestAnimationFrame(recordVisibility);
  };
  if (location.protocol !== 'http:') return;
  watchVisibility(false);
  window.addEventListener('pageshow', ({ persisted }) => persisted && watchVisibility(true));
}

interface TwoWindows {
  readonly page: Page;
  /** Second window of the same user. */
  readonly other: ReceptionScreen;
  /** Address on another origin, to leave the app. */
  readonly away: string;
}

/** Leaves the page, runs `happens` in the other window, returns with the browser's Back, and returns the recorded frames. */
async function goBackAfterEvent(
  { page, other, away }: TwoWindows,
  happens: () => Promise<void>,
): Promise<RecordedFrames> {
  await page.goto(away);
  await happens();
  await other.page.evaluate(() => window.localStorage.removeItem('frames'));
  await page.bringToFront();
  // The test tool loses a page that returns from the cache, so the other window reads the recorded frames.
  await page.evaluate(() => history.back()).catch(() => undefined);
  const frames = () => other.page.evaluate(() => window.localStorage.getItem('frames'));
  await expect.poll(frames).not.toBeNull();
  return JSON.parse((await frames()) ?? '') as RecordedFrames;
}

async function openSecondWindow(context: BrowserContext, desk: ReceptionScreen): Promise<ReceptionScreen> {
  const other = new ReceptionScreen(await context.newPage(), desk.origin);
  await other.open('/device');
  await expect(other.button('Bloquear ahora')).toBeVisible();
  return other;
}

const LOCKING_EVENTS: readonly (readonly [how: string, happens: (desk: ReceptionScreen) => Promise<void>])[] =
  [
    ['locked', (desk) => desk.button('Bloquear ahora').click()],
    ['signed out', (desk) => desk.leave()],
  ];

for (const [how, happens] of LOCKING_EVENTS) {
  test(
    `L4 the page shows no patient data after Back when another window was ${how}`,
    { tag: how === 'locked' ? '@landing' : '@thorough' },
    async ({ desk, page, context, browserName, rocio, clinic }) => {
      await context.addInitScript(recordVisibleFrames);
      await desk.signIn(rocio);
      const person = createVisitor();
      await desk.fillPerson(person);
      await page.evaluate((name) => window.sessionStorage.setItem('watched', name), person.first_name);
      const other = await openSecondWindow(context, desk);
      const desks = { page, other, away: `${clinic.origin}/forgot-password` };
      // Firefox does not cache a page that holds a lock (device.ts), so it loads the page again.
      const persisted = browserName === 'chromium';

      // The check is repeated: Chromium caches a page only if it was idle when the user left, and the page may have been
      // sending or writing.
      await expect(async () => {
        const unchanged = await goBackAfterEvent(desks, () => Promise.resolve());
        expect(unchanged.persisted).toBe(persisted);
        if (persisted) expect(unchanged.seen.at(-1), 'the instrument sees').toBe(true);
      }).toPass();

      const { seen } = await goBackAfterEvent(desks, () => happens(other));
      expect(seen.filter(Boolean)).toEqual([]);
    },
  );
}
