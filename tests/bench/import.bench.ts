import { expect, test, type Locator } from '@playwright/test';
import { createWorkbook } from '#tests/support/base/workbook.ts';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { formatTable, measureMs, writeSection } from './support/report.ts';

const PEOPLE = 10_000;
const PATIENCE_MS = 120_000;
/** Upper limit of each step, in seconds. */
const GOAL_S = 5;

const TITLES = ['Cédula', 'Nombres', 'Apellidos', 'Fecha de nacimiento', 'Género', 'Cargo'];
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rowOf = (cells: readonly string[]): string => `<row>${cells.map(cell).join('')}</row>`;
const personCells = (nth: number): string[] => [
  String(700_000_000 + nth),
  'Ana María',
  'Gil Peña',
  '14/06/1988',
  'F',
  'Oficios varios',
];

const createList = (): Buffer =>
  Buffer.from(
    createWorkbook([
      {
        name: 'Personal',
        rows: [TITLES, ...Array.from({ length: PEOPLE }, (_, nth) => personCells(nth))].map(rowOf).join(''),
      },
    ]),
  );

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.destroy());

test.use(TABLET_BROWSER_OPTIONS);
test('the benchmark measures the import of 10,000 expected people from a workbook', async ({ page }) => {
  const desk = new ReceptionScreen(page, server.origin);
  await desk.signIn(await createClinicUser(server), '/expected/new');
  await desk.choose('Empresa', 'Flores');
  await page.getByLabel('Día').fill('2031-03-14');
  const buffer = createList();
  const file = { name: 'lista.xlsx', mimeType: 'application/octet-stream', buffer };
  const secondsUntil = async (work: () => Promise<unknown>, shown: Locator): Promise<number> => {
    const ms = await measureMs(async () => {
      await work();
      await expect(shown).toBeVisible({ timeout: PATIENCE_MS });
    });
    return ms / 1000;
  };
  const steps = {
    read: await secondsUntil(
      () => page.getByLabel('Elegir archivo').setInputFiles(file),
      page.getByText('10.000 personas listas'),
    ),
    compared: await secondsUntil(
      () => desk.button('Revisar antes de importar').click(),
      page.getByText(/Ninguna persona choca/),
    ),
    stored: await secondsUntil(
      () => desk.button('Importar 10.000 personas').click(),
      page.getByText('10.000 personas', { exact: true }),
    ),
  };
  const rows = Object.entries(steps).map(([step, seconds]) => [step, `${seconds.toFixed(1)} s`] as const);
  writeSection(
    22,
    `Import of ${PEOPLE.toLocaleString('en')} expected people`,
    [
      ...formatTable(['step', 'time'], rows),
      '',
      `XLSX of ${Math.round(buffer.length / 1000)} kB. Goal: ${GOAL_S} s each.`,
    ],
    [
      [
        `import of ${PEOPLE.toLocaleString('en')} people: read; compared; stored`,
        rows.map(([, time]) => time).join('; '),
        `${GOAL_S} s each`,
      ],
    ],
  );
});
