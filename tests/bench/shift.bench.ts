import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto, type SampleFile } from '#tests/support/base/sample-pictures.ts';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import {
  memoryOfWindow,
  memoryOfWorker,
  residentBytesOf,
  readStoredData,
  type MemorySample,
  type StoredData,
} from './support/memory.ts';
import { formatRatio, formatTable, writeSection } from './support/report.ts';

/** Numbers of registrations after which memory is measured. */
const MEASURED_REGISTRATION_COUNTS = [50, 250, 500] as const;
/** Number of registrations between two visits of the receptionist to the outbox and the day sheet. */
const REGISTRATIONS_BETWEEN_VISITS = 25;
const SHIFT_HOURS = 8;
/** Factor by which the app's timers run faster. The clock keeps its speed, because page and server compare times. */
const SPEED_UP_FACTOR = 80;
/** Intervals below this length are not accelerated, because they animate the screen. */
const LONG_INTERVAL_MS = 10_000;
const RECEPTIONIST = { email: 'recepcion@alisos.demo', password: 'Demo-2026', id: '', name: '' };

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.destroy());

/** Runs in the page before any other script. Makes intervals of at least `long` ms run `hurry` times faster. */
function shortenIntervals({ hurry, long }: { hurry: number; long: number }): void {
  const own = window.setInterval.bind(window);
  const runFaster = (work: () => void, every = 0) => own(work, every >= long ? every / hurry : every);
  Object.assign(window, { setInterval: runFaster });
}

interface MemoryMark {
  readonly count: number;
  readonly desk: MemorySample;
  readonly second: MemorySample;
  readonly worker: MemorySample;
  readonly stored: StoredData;
  readonly server: number;
}

interface ShiftWindows {
  readonly context: BrowserContext;
  readonly desk: ReceptionScreen;
  /** Second window, which shows the outbox. */
  readonly second: Page;
}

async function openWindows(context: BrowserContext): Promise<ShiftWindows> {
  await context.addInitScript(shortenIntervals, { hurry: SPEED_UP_FACTOR, long: LONG_INTERVAL_MS });
  const desk = new ReceptionScreen(await context.newPage(), server.origin);
  await desk.signIn(RECEPTIONIST);
  const second = await context.newPage();
  await second.goto(`${server.origin}/pending`);
  await desk.page.bringToFront(); // The browser draws no frames of a background window.
  return { context, desk, second };
}

/**
 * Chooses a file as a user does. `setInputFiles` is not used, because the test runner then keeps a reference to the field and
 * so keeps the whole form in memory.
 */
const chooseFile = (page: Page, label: string, { name, mimeType, buffer }: SampleFile): Promise<void> =>
  page.getByLabel(label).evaluate(
    (field: HTMLInputElement, given) => {
      const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0));
      const chosen = new DataTransfer();
      chosen.items.add(new File([bytes], given.name, { type: given.mimeType }));
      field.files = chosen.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { name, mimeType, base64: buffer.toString('base64') },
  );

/**
 * Registers a patient with the first option of each list. Every fifth signature is drawn on the pad; the others come from a
 * file, because drawing takes long.
 */
async function registerNextPatient(desk: ReceptionScreen, picture: SampleFile, nth: number): Promise<void> {
  await desk.fillPerson(createVisitor());
  await desk.next();
  for (const label of ['Tipo de evaluación', 'Empresa empleadora']) await desk.chooseFirst(label);
  await desk.next();
  await chooseFile(desk.page, 'Cargar foto desde archivo', picture);
  if (nth % 5 === 0) await desk.signByMouse();
  else await chooseFile(desk.page, 'Cargar firma desde archivo', picture);
  await desk.picturesAreReady();
  await desk.confirm();
  // Waits until both pictures are uploaded: during the upload the screen grows, so the button would move away from the tap.
  await expect(desk.page.getByText('Subida completa')).toHaveCount(2);
  await desk.startNextRegistration();
}

async function visitOtherScreens(desk: ReceptionScreen): Promise<void> {
  await desk.openPending();
  await desk.page.getByRole('link', { name: 'Planilla del día' }).click();
  await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.page.locator('a[href="/reception"]').first().click();
  await expect(desk.field('Número de identificación')).toBeVisible();
}

/** Measures memory and storage after everything has been delivered and the next empty form is open. */
async function measureMemoryMark(
  { context, desk, second }: ShiftWindows,
  count: number,
): Promise<MemoryMark> {
  await visitOtherScreens(desk);
  await expect(desk.syncState).toHaveText('Todo enviado', { timeout: 60_000 });
  await expect(second.getByRole('banner').getByRole('status')).toHaveText('Todo enviado');
  const browser = context.browser();
  if (!browser) throw new Error('no browser');
  return {
    count,
    desk: await memoryOfWindow(desk.page),
    second: await memoryOfWindow(second),
    worker: await memoryOfWorker(browser, server.origin),
    stored: await readStoredData(desk.page),
    server: residentBytesOf(server.pid()),
  };
}

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const toKilobyteText = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;

interface MemoryFigure {
  readonly name: string;
  readonly of: (mark: MemoryMark) => number;
  readonly unit: (value: number) => string;
}

const figuresOfWindow = (name: string, which: 'desk' | 'second'): MemoryFigure[] => [
  { name: `${name}: heap`, of: (mark) => mark[which].heap, unit: formatMegabytes },
  { name: `${name}: nodes`, of: (mark) => mark[which].nodes ?? 0, unit: String },
  { name: `${name}: listeners`, of: (mark) => mark[which].listeners ?? 0, unit: String },
];

const UNSENT_TABLES = ['entries', 'items', 'drafts'];
/** Tables whose rows stay until a server backup contains the rows' data (S29). */
const RETAINED_TABLES = ['kept', 'bytes'];
/** Tables that keep one row per registration by design: receipts for the day sheets (S22), and the patients known offline. */
const GROWING_TABLES = ['receipts', 'patients'];

const rowCounterOf =
  (tables: readonly string[]) =>
  (mark: MemoryMark): number =>
    tables.reduce((sum, name) => sum + (mark.stored.rows[name] ?? 0), 0);

const findUnexpectedTables = ({ stored }: MemoryMark): string[] =>
  Object.keys(stored.rows).filter(
    (name) => ![...UNSENT_TABLES, ...RETAINED_TABLES, ...GROWING_TABLES].includes(name),
  );

const MEMORY_FIGURES: readonly MemoryFigure[] = [
  ...figuresOfWindow('the desk', 'desk'),
  ...figuresOfWindow('the window with the queue', 'second'),
  { name: 'the worker: heap', of: ({ worker }) => worker.heap, unit: formatMegabytes },
  { name: 'rows of what waits: entries, items, drafts', of: rowCounterOf(UNSENT_TABLES), unit: String },
  { name: 'rows of what no copy has yet, and files (S29)', of: rowCounterOf(RETAINED_TABLES), unit: String },
  { name: 'rows of receipts (S22)', of: rowCounterOf(['receipts']), unit: String },
  { name: 'rows of people whom the device knows', of: rowCounterOf(['patients']), unit: String },
  { name: 'all other rows', of: (mark) => rowCounterOf(findUnexpectedTables(mark))(mark), unit: String },
  { name: 'IndexedDB', of: ({ stored }) => stored.indexedDb, unit: toKilobyteText },
  { name: 'caches', of: ({ stored }) => stored.caches, unit: toKilobyteText },
  { name: 'resident memory of the server', of: (mark) => mark.server, unit: formatMegabytes },
];

function formatFigureRow({ name, of, unit }: MemoryFigure, marks: readonly MemoryMark[]): string[] {
  const values = marks.map(of);
  const [before = Number.NaN, last = Number.NaN] = values.slice(-2);
  const [from, to] = marks.slice(-2);
  const each = (last - before) / ((to?.count ?? 0) - (from?.count ?? 0));
  const slope = unit === String ? each.toFixed(2) : toKilobyteText(each);
  return [name, ...values.map(unit), slope, last === before ? '1.00×' : formatRatio(last, before)];
}

/** Returns the largest growth of heap, nodes or listeners between the last two marks, as a ratio. */
const largestGrowth = (marks: readonly MemoryMark[]): number =>
  Math.max(
    ...MEMORY_FIGURES.filter(({ name }) => /: (?:heap|nodes|listeners)$/.test(name)).map((figure) =>
      Number.parseFloat(formatFigureRow(figure, marks).at(-1) ?? ''),
    ),
  );

test('the benchmark measures memory and storage during a shift of 500 registrations in two windows', async ({
  browser,
}) => {
  test.setTimeout(1_800_000); // The shift takes twenty minutes on a busy machine.
  const windows = await openWindows(await browser.newContext(TABLET_BROWSER_OPTIONS));
  const picture = await randomPhoto(64, 48);
  const begun = performance.now();
  const marks: MemoryMark[] = [];
  for (let nth = 1; nth <= MEASURED_REGISTRATION_COUNTS[2]; nth += 1) {
    await registerNextPatient(windows.desk, picture, nth);
    if (nth % REGISTRATIONS_BETWEEN_VISITS === 0) await visitOtherScreens(windows.desk);
    if (MEASURED_REGISTRATION_COUNTS.some((mark) => mark === nth))
      marks.push(await measureMemoryMark(windows, nth));
  }
  const hours = ((performance.now() - begun) * SPEED_UP_FACTOR) / 3_600_000;
  writeSection(
    13,
    `A shift: ${MEASURED_REGISTRATION_COUNTS[2]} registrations, two windows`,
    [
      `All registrations go through the screens, one after the other, and each is sent at once. The intervals of the app run ${SPEED_UP_FACTOR}× faster and cover ${hours.toFixed(1)} hours (a shift has ${SHIFT_HOURS}). Measured after a garbage collection, with an empty form and an empty outbox.`,
      '',
      ...formatTable(
        [
          'what',
          ...MEASURED_REGISTRATION_COUNTS.map((mark) => `after ${mark}`),
          'a registration, of the last 250',
          '500 against 250',
        ],
        MEMORY_FIGURES.map((figure) => formatFigureRow(figure, marks)),
      ),
      '',
      'Budget: heap, nodes and listeners at 500 registrations at most 1.10× of those at 250. Only receipts, known patients and rows without a copy (S29) may grow, and IndexedDB and caches by their size.',
    ],
    [['heap, nodes, listeners: 500 / 250 registrations', `${largestGrowth(marks).toFixed(2)}×`, '1.10×']],
  );
});
