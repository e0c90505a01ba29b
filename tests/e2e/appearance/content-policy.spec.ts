import type { BrowserContext, Page } from '@playwright/test';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { OfficePage, samplePdf } from '#tests/support/reception/office.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { expect, test as base } from '../fixtures.ts';

/**
 * Returns a list of the violations of the content security policy: directive, blocked address and page. The list grows while
 * the test runs.
 */
async function collectPolicyViolations(context: BrowserContext): Promise<readonly string[]> {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (violation: string) => void violations.push(violation));
  await context.addInitScript(() => {
    const report = Reflect.get(window, 'reportViolation') as (violation: string) => Promise<void>;
    document.addEventListener('securitypolicyviolation', (event) => {
      void report(`${event.effectiveDirective} ${event.blockedURI} on ${location.pathname}`);
    });
  });
  return violations;
}

const test = base.extend<{ violations: readonly string[] }>({
  violations: async ({ context }, provide) => provide(await collectPolicyViolations(context)),
});

const sourcesOf = (policy: string, directive: string): string[] =>
  policy
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .find(([name]) => name === directive)
    ?.slice(1) ?? [];

/**
 * Returns the policy of a page requested with a browser's headers. The server rejects other requests for app addresses with the
 * API's policy.
 */
const fetchPagePolicy = async (page: Page, address: string): Promise<string> =>
  (await page.request.get(address, { headers: { accept: 'text/html' } })).headers()[
    'content-security-policy'
  ] ?? '';

const ADMINISTRATION_PAGES: readonly (readonly [path: string, title: string])[] = [
  ['/admin/users', 'Usuarios'],
  ['/admin/catalogs', 'Catálogos'],
  ['/organization', 'Mi organización'],
  ['/admin/activity', 'Actividad'],
  ['/admin/system', 'Estado del sistema'],
];

// The test needs Chromium, because Firefox reports no download under WebDriver BiDi. Each violation is a console error, which
// fails every test.
test(
  'P10.23 the app violates no content security policy from the sign-in to the signed document and the administration',
  { tag: ['@thorough', '@chromium'] },
  async ({ violations, clinic, desk, page, line }) => {
    const [person, office, admin] = [
      createVisitor(),
      new OfficePage(page, line.origin),
      new AdministrationScreens(page, line.origin),
    ];
    await desk.signIn(await createClinicUser(clinic, 'Bogotá', PERMISSIONS));

    await desk.reachConfirmation(person);
    await desk.takePhoto();
    await desk.signFullScreenByTouch();
    await desk.picturesAreReady();
    await desk.confirm();
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await desk.openPending();

    await desk.open('/evaluations');
    await office.openFromList(person);
    await expect(page.getByRole('button', { name: 'Ver fotografía en grande' })).toBeVisible();
    await office.addExam('Audiometría tonal', 'Umbral auditivo dentro de límites normales.');
    await office.saveResults();
    await page.getByLabel('Adjuntar archivo a Audiometría tonal').setInputFiles(samplePdf());
    await expect(office.button('Descargar audiograma.pdf')).toBeVisible();
    await office.text('Concepto de aptitud laboral').fill('Apta para el cargo');
    await office.saveNotes();
    await office.sign();
    expect(await (await office.download('Descargar concepto PDF')).failure()).toBeNull();

    for (const [path, title] of ADMINISTRATION_PAGES) {
      await desk.open(path);
      await admin.isTitled(title);
    }
    await desk.open('/admin/catalogs/companies');
    await admin.begin('Nueva empresa', { Código: 'CSP-1', Nombre: 'Empresa de la Política' });
    await desk.open('/home');
    await desk.signOut();
    await desk.button('Salir').click(); // Confirms the notice that the sign-out cannot delete the downloaded concept (D4).
    await expect(desk.button('Iniciar sesión')).toBeVisible();
    expect(violations).toEqual([]);
  },
);

test(
  'P10.23 the browser blocks and reports a script that is injected into a page',
  { tag: '@landing' },
  async ({ violations, consoleErrors, desk, page }) => {
    await desk.open('/login');
    await expect(desk.button('Iniciar sesión')).toBeVisible();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "ran"';
      const picture = document.createElement('img');
      picture.setAttribute('onerror', 'document.title = "ran"');
      picture.src = 'https://example.com/stolen.png';
      document.body.append(script, picture);
    });
    await expect
      .poll(() => violations)
      .toEqual(
        expect.arrayContaining([
          'script-src-elem inline on /login',
          'script-src-attr inline on /login',
          'img-src https://example.com/stolen.png on /login',
        ]),
      );
    expect(await page.title()).not.toBe('ran');
    // The console errors are removed here, because this test expects them, while any other test fails on a console error.
    const texts = consoleErrors.texts.splice(0);
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text).toMatch(/Content.Security.Policy/);
  },
);

test('P10.23 the content security policy allows pages only our own scripts, and allows API responses no content at all', async ({
  page,
  line,
}) => {
  const policy = await fetchPagePolicy(page, `${line.origin}/reception`);
  // The hash allows the inline script that monitors the app's start.
  expect(sourcesOf(policy, 'script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-[^']+'$/)]);
  expect(sourcesOf(policy, 'default-src')).toEqual(["'none'"]);
  expect(sourcesOf(policy, 'style-src-attr')).toEqual(["'none'"]);
  for (const path of ['/sw.js', '/login']) {
    const served = await fetchPagePolicy(page, line.origin + path);
    expect(served).toContain("script-src 'self'");
    expect(served).not.toContain('unsafe-eval');
  }
  for (const path of ['/health', '/auth/me', '/nada'])
    expect(await fetchPagePolicy(page, `${line.origin}${API_BASE}${path}`)).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
});
