import type { BrowserContext, Page } from '@playwright/test';
import { API_BASE } from '#contract/routes/routes.ts';
import type { Member } from '#tests/support/server/clinic.ts';
import { expect, test } from './fixtures.ts';

/** Records whether a sign-in form ever appears, from the first frame on. Runs in the page. */
function watchForms(): void {
  const seen = () => document.querySelector('input[type=password]') !== null;
  const note = () => {
    if (seen()) document.documentElement.dataset['formSeen'] = 'yes';
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
}
const wasFormSeen = (page: Page) => page.evaluate(() => 'formSeen' in document.documentElement.dataset);

/** Opens a session as a client of the base contract would: with a cookie and no key. */
async function signInBare(context: BrowserContext, origin: string, { email, password }: Member) {
  const answer = await context.request.post(`${origin}${API_BASE}/auth/login`, {
    data: { email, password },
    headers: { origin },
  });
  expect(answer.status()).toBe(200);
}

const checking = (page: Page) => page.getByText('Verificando sesión…');

test(
  'P2.7 the app opens the session of a cookie without a key on an empty device, and shows no sign-in form before',
  { tag: '@landing' },
  async ({ page, context, line, rocio }) => {
    await signInBare(context, line.origin, rocio);
    await page.addInitScript(watchForms);
    const me = line.hold({ path: `${API_BASE}/auth/me` }, 'before');
    await page.goto(`${line.origin}/reception?x=1`);
    await me.reached;
    await expect(checking(page)).toBeVisible();
    me.release();
    await expect(page.getByRole('banner')).toContainText(rocio.name);
    await expect(page).toHaveURL(`${line.origin}/reception?x=1`);
    expect(await wasFormSeen(page)).toBe(false);
  },
);

test(
  'S26 the app shows the sign-in form when the cookie’s session key was lost with the database; after sign-in it opens the requested page',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, page, context, line, rocio }) => {
    await desk.signIn(rocio, '/home');
    await page.goto('about:blank');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: line.origin,
      storageTypes: 'indexeddb,local_storage,cache_storage,service_workers',
    });
    const me = line.hold({ path: `${API_BASE}/auth/me` }, 'before');
    await desk.open('/evaluations');
    await me.reached;
    await expect(checking(page)).toBeVisible();
    me.release();
    await desk.fillSignIn(rocio);
    await expect(page).toHaveURL(`${line.origin}/evaluations`);
  },
);
