import { chromium, expect, test } from '@playwright/test';
import type { PerformanceFigure } from '#tests/support/base/performance-page.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { chromiumLaunchOptions } from '#tests/support/browsers/chromium.ts';
import { addDoctor, addPictures } from '#tests/support/reception/ready-evaluation.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import {
  createHealthyTemplate,
  fetchExams,
  type NamedExam,
} from '#tests/support/reception/template-of-clinic.ts';
import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { signInForRequests, type SendRequest } from '#tests/support/server/server-calls.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { InputCounter, type PressTally } from './support/input-count.ts';
import { formatTable, writeSection } from './support/report.ts';

const EXAM_COUNT = 3;
/** First letters of an exam's name that the doctor types to find it. */
const SEARCH_LENGTH = 6;
const TEMPLATE_BUDGET = { taps: 5, keys: 0 };

let server: ServerProcess;
let admin: SendRequest;
let exams: NamedExam[];
test.beforeAll(async () => {
  server = await startServer();
  admin = await signInForRequests(server, 'admin@alisos.demo');
  exams = await fetchExams(admin, EXAM_COUNT);
});
test.afterAll(() => server.destroy());

async function chooseApt({ page }: OfficePage): Promise<void> {
  const phrases = page.getByRole('group', { name: 'Frases: Concepto de aptitud laboral' });
  await phrases.getByRole('button', { name: 'Apto', exact: true }).click();
}

async function pressNormalResults(office: OfficePage): Promise<void> {
  for (const { name } of exams) await office.button(`Normal: ${name}`).click();
}

async function saveAndSign(office: OfficePage, confirmLabel: string): Promise<void> {
  await office.button('Guardar todo').click();
  await office.button('Firmar y cierre').click();
  await office.page.getByRole('dialog').getByRole('button', { name: confirmLabel, exact: true }).click();
  await expect(office.status).toContainText('Cerrada');
}

async function finishWithoutHelp(office: OfficePage): Promise<void> {
  for (const { name } of exams) {
    await office.page.getByRole('combobox', { name: 'Agregar un examen' }).click();
    await office.page.keyboard.type(name.slice(0, SEARCH_LENGTH));
    await office.page.getByRole('option', { name }).first().click();
    await expect(office.button(`Normal: ${name}`)).toBeVisible();
  }
  await pressNormalResults(office);
  await chooseApt(office);
  await saveAndSign(office, 'Firmar y cierre');
}

async function finishWithPackage(office: OfficePage): Promise<void> {
  await office.page.getByRole('button', { name: /^Agregar los 3 exámenes del paquete/ }).click();
  await pressNormalResults(office);
  await chooseApt(office);
  await saveAndSign(office, 'Firmar y cierre');
}

async function finishWithTemplate(office: OfficePage): Promise<void> {
  await office.button('Todo normal').click();
  await saveAndSign(office, 'Leí los campos de la plantilla y firmo');
}

/** Counts the doctor's taps and keys from the open list that shows the patient's row to the closed evaluation. */
async function countDoctor(
  doctor: ClinicUser,
  finish: (office: OfficePage) => Promise<void>,
): Promise<PressTally> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await InputCounter.listenIn(context);
    const page = await context.newPage();
    const office = new OfficePage(page, server.origin);
    await office.signIn(doctor);
    const person = createVisitor();
    const id = await office.createEvaluation(doctor, person);
    await addPictures(await signInForRequests(office, doctor.email), id);
    await office.searchFor(person);
    await expect(office.listRow(person)).toBeVisible();
    const counter = new InputCounter(page);
    await counter.begin();
    await office.openOnlyRow(person);
    await finish(office);
    return await counter.end();
  } finally {
    await browser.close();
  }
}

async function createPackage(): Promise<void> {
  const types = JSON.parse((await admin('GET', '/evaluation-types?page_size=1')).toString()) as {
    items: { id: string }[];
  };
  await admin('PUT', '/exam-packages', {
    evaluation_type_id: types.items[0]?.id,
    job: null,
    exam_ids: exams.map(({ id }) => id),
  });
}

test('the benchmark measures the taps and keys with which a doctor finishes a healthy patient', async () => {
  const doctor = await createClinicUser(server, 'Bogotá', ['manage_evaluations', 'register_patients']);
  await addDoctor(server, 'Dra. Clics Demo', doctor);
  const none = await countDoctor(doctor, finishWithoutHelp);
  await createPackage();
  const withPackage = await countDoctor(doctor, finishWithPackage);
  await createHealthyTemplate(admin, 'Sano de la medición', exams);
  const withTemplate = await countDoctor(doctor, finishWithTemplate);
  const counted = { none, package: withPackage, template: withTemplate };
  if (process.env['DEBUG'] !== undefined)
    for (const [what, { told }] of Object.entries(counted)) console.log(`\n${what}\n  ${told.join('\n  ')}`);
  const figures: PerformanceFigure[] = [
    [
      'taps, keys of a doctor: template; package; none',
      [withTemplate, withPackage, none].map(({ taps, keys }) => `${taps}, ${keys}`).join('; '),
      `${TEMPLATE_BUDGET.taps}, ${TEMPLATE_BUDGET.keys}`,
    ],
  ];
  writeSection(
    21,
    'Taps and keys of a doctor',
    [
      `Trusted pointerdown and keydown events in Chromium from the open list to the closed evaluation of a healthy patient with ${EXAM_COUNT} exams. Without a template the doctor presses «Normal» for each result and chooses only the aptitude.`,
      '',
      ...formatTable(
        ['with', 'taps', 'keys'],
        Object.entries(counted).map(([what, { taps, keys }]) => [what, taps, keys]),
      ),
    ],
    figures,
  );
  expect(withTemplate.taps).toBeLessThanOrEqual(TEMPLATE_BUDGET.taps);
  expect(withTemplate.keys).toBeLessThanOrEqual(TEMPLATE_BUDGET.keys);
});
