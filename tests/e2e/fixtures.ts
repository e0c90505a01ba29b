import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { API_BASE } from '#contract/routes/routes.ts';
import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { ConsoleErrors } from '#tests/support/faults/console-errors.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { fillThroughEditor, type FirefoxPrefs } from '#tests/support/browsers/firefox.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { BrowserProfile, TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { startServer, type ServerOptions, type ServerProcess } from '#tests/support/server/server-process.ts';
import { BaseContractServer } from '#tests/support/server/base-contract-server.ts';

/** Tablet with its own browser profile, which survives when the browser is closed or killed. */
export interface Tablet {
  readonly profile: BrowserProfile;
  /** Starts the browser with the profile and one blank page. Only Firefox has preferences. */
  switchOn(prefs?: FirefoxPrefs): Promise<{ context: BrowserContext; desk: ReceptionScreen }>;
  /**
   * Signs in and restarts the browser at the path, for a test that kills the browser later. The restart is needed because
   * Chromium keeps a new cookie in memory for up to 30 s and only stores it earlier at a regular exit. After an early kill the
   * user would have to sign in again (S9).
   */
  startShift(member: ClinicUser, path?: string): Promise<{ context: BrowserContext; desk: ReceptionScreen }>;
}

interface WorkerFixtures {
  readonly clinicOptions: ServerOptions;
  /** Built server with the demo clinic, shared by all test files of the worker. Each test adds its own patients and users. */
  readonly clinic: ServerProcess;
}

interface TestFixtures {
  /** True if a proxy removes everything beyond the base contract from the server's responses. */
  readonly ofBaseContractAlone: boolean;
  /** Fault proxy between browser and server; the browser knows only the proxy's address. */
  readonly line: FaultProxy;
  readonly consoleErrors: ConsoleErrors;
  /** Receptionist of the branch Bogotá, created for this test. */
  readonly rocio: ClinicUser;
  readonly desk: ReceptionScreen;
  readonly tablet: Tablet;
  /** Opens a blank page on another device, for a second user in the test. */
  readonly elsewhere: () => Promise<Page>;
}

async function isServing(clinic: ServerProcess): Promise<boolean> {
  return fetch(`${clinic.origin}${API_BASE}/health`).then(
    (answer) => answer.ok,
    () => false,
  );
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  clinicOptions: [{}, { scope: 'worker', option: true }],
  clinic: [
    async ({ clinicOptions }, provide) => {
      const clinic = await startServer(clinicOptions);
      await provide(clinic);
      await clinic.destroy();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  ofBaseContractAlone: [false, { option: true }],
  line: async ({ clinic, ofBaseContractAlone }, provide) => {
    // The server may be down, because an earlier test failed after stopping it.
    if (!(await isServing(clinic))) await clinic.start();
    const stripped = ofBaseContractAlone ? await BaseContractServer.start(clinic.origin) : null;
    const line = await FaultProxy.start(stripped?.origin ?? clinic.origin);
    await provide(line);
    await line.close();
    await stripped?.close();
  },
  baseURL: async ({ line }, provide) => provide(line.origin),
  consoleErrors: [
    async ({ line }, provide) => {
      const consoleErrors = new ConsoleErrors(line);
      await provide(consoleErrors);
      expect(consoleErrors.texts, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ browserName, context, consoleErrors }, provide) => {
    if (browserName === 'firefox') await fillThroughEditor(context);
    consoleErrors.follow(context);
    await provide(context);
  },
  rocio: async ({ clinic }, provide) => provide(await createClinicUser(clinic)),
  desk: async ({ page, line }, provide) => provide(new ReceptionScreen(page, line.origin)),
  tablet: async ({ browserName, line, consoleErrors }, provide) => {
    const profile = new BrowserProfile(browserName === 'firefox' ? 'firefox' : 'chromium');
    const switchOn = async (prefs?: FirefoxPrefs) => {
      const context = await profile.open(prefs);
      consoleErrors.follow(context);
      const page = context.pages()[0] ?? (await context.newPage());
      return { context, desk: new ReceptionScreen(page, line.origin) };
    };
    const startShift = async (member: ClinicUser, path = '/reception') => {
      await (await switchOn()).desk.signIn(member, '/home');
      await profile.close();
      const begun = await switchOn();
      await begun.desk.open(path);
      return begun;
    };
    await provide({ profile, switchOn, startShift });
    await profile.destroy();
  },
  elsewhere: async ({ browser, browserName, consoleErrors }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async () => {
      const context = await browser.newContext(TABLET_BROWSER_OPTIONS);
      opened.push(context);
      if (browserName === 'firefox') await fillThroughEditor(context);
      consoleErrors.follow(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

export { expect };
