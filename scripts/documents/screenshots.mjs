// `npm run screenshots` takes the screenshots of README.md and docs/guide/guia.md from the built product, in a real browser and
// with the same patients each time. One server has the demo clinic, another one an empty database.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { build } from '../build.mjs';
import { ensureChromium } from '../lib/programs/chromium.mjs';
import { takeAdminScreenshots } from '../lib/pictures/admin-pictures.mjs';
import { takeDoctorScreenshots } from '../lib/pictures/doctor-pictures.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { root } from '../lib/run.mjs';
import { takeSetupScreenshots } from '../lib/pictures/setup-pictures.mjs';
import { loadModule } from '../lib/typescript.mjs';

const screenshotFolder = path.join(root, 'docs/images');
/** Images of docs/guide/guia.md. They are small, because the app shows them too and a clinic's connection may be slow. */
const guideImageFolder = path.join(root, 'docs/guide/images');
const GUIDE_WIDTH_PX = 720;
const GUIDE_SCREENSHOTS = new Set([
  'sign-in',
  'step-1',
  'step-3',
  'confirmed-offline',
  'pending',
  'evaluations',
  'evaluation',
  'users',
  'catalog',
]);
const PHONE_VIEWPORT = { width: 390, height: 844 };
/**
 * Time of the first patient at reception, on a Monday in Bogotá. Each further patient comes four minutes later, because the
 * screen locks after five.
 */
const FIRST_PATIENT_TIME_MS = Date.parse('2026-03-02T09:12:00-05:00');
const EVALUATION_INTERVAL_MS = 4 * 60_000;
/** Document number of a demo patient that reception already knows. */
const EXISTING_DOCUMENT_NUMBER = '9999000017';
const NEW_PATIENTS = [
  { document: '9999000901', first_name: 'Zoraida', last_name: 'Quiñónez Muestra' },
  { document: '9999000919', first_name: 'Íñigo', last_name: 'Güechá Prueba' },
  { document: '9999000927', first_name: 'Eufrasia', last_name: 'Yturralde Ejemplo' },
];

/** Sets fixed dates for the known patient, because the demo loads them relative to the current day. */
async function fixKnownPatientAndVisits(clinic) {
  const known = `(select id from patients where identification_number = '${EXISTING_DOCUMENT_NUMBER}')`;
  await clinic.query(`update patients set birth_date = '1988-06-14' where id = ${known}`);
  await clinic.query(
    `update evaluations set started_at = '2025-02-18T13:40:00Z', captured_at = '2025-02-18T13:40:00Z',
       evaluation_type_id = (select id from evaluation_types where code = 'ING')
     where patient_id = ${known}`,
  );
}

async function drawDemoPhoto() {
  const { drawPhoto } = await loadModule('server/demo/pictures.ts');
  const { repeatableRandom } = await loadModule('server/demo/random.ts');
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto(repeatableRandom(7)) };
}

/**
 * Runs in the page: makes waiting times the same in each run, and prevents the service worker from sending the items, so that
 * the page sends them. The service worker would use the machine's clock, while the page uses a fixed clock. The service worker
 * still serves the app offline.
 */
function makePageRepeatable() {
  let state = 1; // Random numbers must differ, because the page generates names from them. They are near 1, so that random delays have their maximum.
  Math.random = () => 0.98 + (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647 / 100;
  Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => null });
}

const waitForTwoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

async function drawSignatureOn(page, pad) {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  const pointOnStroke = (part) => [
    box.x + box.width * (0.2 + 0.55 * part + 0.05 * Math.cos(part * 32)),
    box.y + box.height * (0.5 - 0.28 * (1 - 0.6 * part) * Math.sin(part * 32)),
  ];
  await page.mouse.move(...pointOnStroke(0));
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1) {
    await page.mouse.move(...pointOnStroke(step / 60));
    await page.evaluate(waitForTwoFrames); // The pad accepts one point every 16 ms and ignores faster ones.
  }
  await page.mouse.up();
}

async function captureScreen(page) {
  const { default: sharp } = await import('sharp');
  await page.mouse.move(0, 0);
  return sharp(await page.screenshot({ animations: 'disabled', scale: 'css' }));
}

const printFileSize = (file, { size }) =>
  console.log(`  ${path.relative(root, file)} ${(size / 1000).toFixed(0)} kB`);

async function writeGuideScreenshot(taken, name) {
  const file = path.join(guideImageFolder, `${name}.webp`);
  printFileSize(
    file,
    await taken.clone().resize({ width: GUIDE_WIDTH_PX }).webp({ quality: 62, effort: 6 }).toFile(file),
  );
}

async function takeScreenshot(page, name) {
  const taken = await captureScreen(page);
  const file = path.join(screenshotFolder, `${name}.png`);
  printFileSize(file, await taken.clone().png({ palette: true, effort: 10, dither: 0 }).toFile(file));
  if (GUIDE_SCREENSHOTS.has(name)) await writeGuideScreenshot(taken, name);
}

const takeGuideScreenshot = async (page, name) => writeGuideScreenshot(await captureScreen(page), name);

/** Takes photo and signature in the last step of the wizard; neither must exist before. */
async function takePhotoAndSignature(desk, photo) {
  await desk.choosePhoto(photo);
  await drawSignatureOn(desk.page, desk.pad);
  await desk.picturesAreReady();
}

const waitForSavedDraft = (page) => page.getByText('Borrador guardado hace un momento').waitFor();

async function scrollToTop(page) {
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
}

async function signInWithScreenshot(desk, user, password) {
  await desk.open('/login');
  await desk.button('Iniciar sesión').waitFor();
  await scrollToTop(desk.page);
  await takeScreenshot(desk.page, 'sign-in');
  await desk.fillSignIn({ email: user, password });
  await desk.page.waitForURL(`${desk.origin}/home`);
  await desk.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await desk.open('/reception');
}

/** Takes the screenshots of the registration of a known patient, online. */
async function takeRegistrationScreenshots(desk, photo) {
  const { page } = desk;
  await desk.field('Número de identificación').fill(EXISTING_DOCUMENT_NUMBER);
  await desk.button('Buscar paciente').click();
  await page.getByText('Paciente encontrado').waitFor();
  await waitForSavedDraft(page);
  const { width, height } = page.viewportSize();
  await scrollToTop(page);
  await takeScreenshot(page, 'step-1');
  await page.setViewportSize(PHONE_VIEWPORT);
  await scrollToTop(page);
  await takeScreenshot(page, 'step-1-phone');
  await page.setViewportSize({ width, height });
  await desk.next();
  await desk.chooseEvaluation();
  await desk.next();
  await takePhotoAndSignature(desk, photo);
  await scrollToTop(page);
  await takeScreenshot(page, 'step-3');
  await desk.confirm();
  await page.getByText('Subida completa').nth(1).waitFor();
}

async function registerNewPatient(desk, person, photo) {
  await desk.another();
  await desk.reachConfirmation(person);
  await takePhotoAndSignature(desk, photo);
  await desk.confirm();
  await desk.button('Registrar otra evaluación').waitFor();
}

/** Takes the screenshots of offline registrations of new patients, with the items that wait to be sent. */
async function takeOfflineScreenshots(desk, photo) {
  const { page } = desk;
  await page.context().setOffline(true);
  for (const [index, person] of NEW_PATIENTS.entries()) {
    await page.clock.setFixedTime(FIRST_PATIENT_TIME_MS + (index + 1) * EVALUATION_INTERVAL_MS);
    await registerNewPatient(desk, person, photo);
    await page.getByText(`Sin conexión · ${index + 1} por enviar`).waitFor();
    if (index > 0) continue;
    await scrollToTop(page);
    await takeScreenshot(page, 'confirmed-offline');
  }
  await desk.openPending();
  await page.getByText(NEW_PATIENTS[0].document).waitFor();
  await scrollToTop(page);
  await takeScreenshot(page, 'pending');
}

async function openTabletPage(browser) {
  const { TABLET_BROWSER_OPTIONS } = await loadModule('tests/support/browsers/profile.ts');
  const context = await browser.newContext({
    ...TABLET_BROWSER_OPTIONS,
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(makePageRepeatable);
  await page.clock.setFixedTime(FIRST_PATIENT_TIME_MS);
  return page;
}

async function runDoctorPart(browser, clinic) {
  const { OfficePage } = await loadModule('tests/support/reception/office.ts');
  const { DEMO_PASSWORD: password } = await loadModule('server/demo/clinic.ts');
  const office = new OfficePage(await openTabletPage(browser), clinic.origin);
  await takeDoctorScreenshots({ office, clinic, password, shoot: takeScreenshot });
}

async function runAdminPart(browser, clinic) {
  const { ReceptionScreen } = await loadModule('tests/support/reception/reception.ts');
  const { DEMO_PASSWORD: password } = await loadModule('server/demo/clinic.ts');
  await takeAdminScreenshots({
    desk: new ReceptionScreen(await openTabletPage(browser), clinic.origin),
    password,
    shoot: takeScreenshot,
  });
}

async function runReceptionPart(browser, clinic) {
  await fixKnownPatientAndVisits(clinic);
  const { ReceptionScreen } = await loadModule('tests/support/reception/reception.ts');
  const { DEMO_PASSWORD } = await loadModule('server/demo/clinic.ts');
  const desk = new ReceptionScreen(await openTabletPage(browser), clinic.origin);
  const photo = await drawDemoPhoto();
  await signInWithScreenshot(desk, 'recepcion@alisos.demo', DEMO_PASSWORD);
  await takeRegistrationScreenshots(desk, photo);
  await takeOfflineScreenshots(desk, photo);
}

/** Takes the screenshots of the set-up, on a separate server, because the demo clinic is already set up. */
async function runSetupPart(browser) {
  const { startServer } = await loadModule('tests/support/server/server-process.ts');
  const { AdministrationScreens } = await loadModule('tests/support/reception/administration.ts');
  const clinic = await startServer({ env: { DEMO: '0' } });
  try {
    const admin = new AdministrationScreens(await openTabletPage(browser), clinic.origin);
    await takeSetupScreenshots({ admin, clinic, sign: drawSignatureOn, shoot: takeGuideScreenshot });
  } finally {
    await clinic.destroy();
  }
}

/** Opens the browser. A signal to this process closes it, so that pending calls fail and the cleanup code runs. */
async function openBrowser() {
  const { chromium } = await import('@playwright/test');
  const { chromiumLaunchOptions } = await loadModule('tests/support/browsers/chromium.ts');
  const { FAKE_CAMERA_ARGS } = await loadModule('tests/support/browsers/profile.ts');
  const browser = await chromium.launch({
    ...chromiumLaunchOptions(FAKE_CAMERA_ARGS),
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void browser.close());
  return browser;
}

/**
 * Parts of the script in their order. `admin` is first, because its figures need the demo's original dates, which the other
 * parts replace by fixed dates.
 */
const SCREENSHOT_PARTS = {
  admin: runAdminPart,
  doctor: runDoctorPart,
  desk: runReceptionPart,
  setup: runSetupPart,
};
/** Parts that the argument selects: `-- admin`, `-- doctor`, `-- desk` or `-- setup`; without an argument, all parts. */
const selectedParts = Object.keys(SCREENSHOT_PARTS)
  .filter((part) => (process.argv[2] ?? part) === part)
  .map((part) => SCREENSHOT_PARTS[part]);

async function main() {
  const browser = await openBrowser();
  try {
    const { startServer } = await loadModule('tests/support/server/server-process.ts');
    const clinic = await startServer();
    try {
      for (const take of selectedParts) await take(browser, clinic);
    } finally {
      await clinic.destroy();
    }
  } finally {
    await browser.close();
  }
}

requireNodeVersion();
await ensurePackagesAndHooks();
if (!(await build()) || !(await ensureChromium())) process.exit(1);
mkdirSync(guideImageFolder, { recursive: true });
await main();
