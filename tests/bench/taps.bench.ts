import { fileURLToPath } from 'node:url';
import { chromium, expect, test, type Browser } from '@playwright/test';
import { chromiumLaunchOptions } from '#tests/support/browsers/chromium.ts';
import { createFakeCamera } from '#tests/support/browsers/fake-camera.ts';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { cardCodeText, type Cardholder } from '#tests/support/cards/invented-card.ts';
import { announceForToday } from '#tests/support/reception/expected-day.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { InputCounter, type PressTally } from './support/input-count.ts';
import { readKnownVisitors, type KnownVisitor } from './support/known-patients.ts';
import {
  Receptionist,
  cardholderOf,
  createCardFrames,
  newPatient,
  type BenchPatient,
  type BenchVisit,
} from './support/receptionist.ts';
import type { PerformanceFigure } from '#tests/support/base/performance-page.ts';
import { formatTable, writeSection } from './support/report.ts';

const FLOWERS_VISIT: BenchVisit = {
  type: 'Ingreso (preocupacional)',
  employer: 'Flores del Páramo Ficticio S.A.S. (DEMO)',
};
const LORRY_VISIT: BenchVisit = {
  type: 'Periódica programada',
  employer: 'Transportes Ruta Inventada S.A. (DEMO)',
};
const INPUT_BUDGETS = { 'new, with a card': { taps: 9, keys: 4 }, known: { taps: 7, keys: 10 } } as const;
const NO_KEYS_BUDGET = { taps: 7, keys: 0 };

const ANNOUNCED_BUDGET = { taps: 3, keys: 0 }; // Without the signature.
const TEXT_BUDGET = { taps: 8, keys: 3 };
const LEGAL_TEXTS_FILE_PATH = fileURLToPath(
  new URL('../../deploy/legal-texts.example.json', import.meta.url),
);

let clinicServer: ServerProcess;
let knownVisitors: KnownVisitor[];
test.beforeAll(async () => {
  clinicServer = await startServer();
  knownVisitors = await readKnownVisitors(clinicServer);
});
test.afterAll(() => clinicServer.destroy());

function takeNextKnownVisitor(): KnownVisitor {
  const next = knownVisitors.shift();
  if (!next) throw new Error('the demo clinic has too few people of days ago');
  return next;
}

/**
 * Opens a tablet whose camera shows the card. The receptionist has already registered two patients on this tablet this morning.
 */
async function runAtTablet(
  card: Cardholder,
  work: (desk: Receptionist) => Promise<void>,
  server = clinicServer,
): Promise<void> {
  const camera = createFakeCamera(createCardFrames(card));
  const browser: Browser = await chromium.launch(chromiumLaunchOptions(camera.args));
  try {
    const context = await browser.newContext(TABLET_BROWSER_OPTIONS);
    await InputCounter.listenIn(context);
    const desk = new Receptionist(await context.newPage(), server.origin);
    await desk.desk.signIn(await createClinicUser(server));
    await desk.page.locator('[data-path="identification_number"]').tap();
    for (const visit of [FLOWERS_VISIT, LORRY_VISIT])
      await desk.counts(() => registerTyped(desk, newPatient(), visit));
    await work(desk);
  } finally {
    await browser.close();
    camera.remove();
  }
}

// ---------------------------------------------------------------- a receptionist's actions

async function registerTyped(desk: Receptionist, patient: BenchPatient, visit: BenchVisit): Promise<void> {
  await desk.typePerson(patient);
  await desk.expectNextStep();
  await desk.choosesVisit(visit);
  await desk.capturesAndConfirms();
}

async function registerScanned(desk: Receptionist, patient: BenchPatient, scan: () => Promise<void>) {
  await scan();
  await desk.typeJob(patient);
  await desk.expectNextStep();
  await desk.choosesVisit(FLOWERS_VISIT);
  await desk.capturesAndConfirms();
}

async function registerWithSameVisit(desk: Receptionist): Promise<void> {
  await desk.typePerson(newPatient());
  await desk.expectNextStep();
  await desk.tap(/^Igual que la persona anterior/);
  await desk.capturesAndConfirms();
}

async function registerKnownPatient(desk: Receptionist, { name }: KnownVisitor, give: () => Promise<void>) {
  await give();
  await desk.repeatsLastVisit(name);
  await desk.capturesAndConfirms();
}

/**
 * Registers a patient who has already registered today. The app shows a notice when the number has been typed, and asks for
 * confirmation at the end.
 */
async function registerAgain(desk: Receptionist, person: KnownVisitor): Promise<void> {
  await registerKnownPatient(desk, person, async () => {
    await desk.typeDocument(person.document);
    await desk.expectText(/Ya se registró a .* hoy/);
  });
  await desk.expectText('¿Registrar otra vez a la misma persona?');
  await desk.tap('Registrar de nuevo');
}

/** Types another patient's number, sees the wrong name, and corrects the digits that differ. */
async function registerCorrected(desk: Receptionist, { document, name }: KnownVisitor, wrong: KnownVisitor) {
  await desk.typeDocument(wrong.document);
  await desk.expectText(`Paciente encontrado: ${wrong.name}`);
  const right = Array.from(document).findIndex((digit, at) => digit !== wrong.document[at]);
  for (let at = right; at < wrong.document.length; at += 1) await desk.page.keyboard.press('Backspace');
  await desk.type(document.slice(right));
  await desk.repeatsLastVisit(name);
  await desk.capturesAndConfirms();
}

// ---------------------------------------------------------------- counted

interface CountedFlow {
  readonly what: string;
  readonly tally: PressTally;
  readonly most: { readonly taps: number; readonly keys: number } | null;
}

async function countNewCardFlows(): Promise<CountedFlow[]> {
  const counted: CountedFlow[] = [];
  const onCamera = newPatient();
  await runAtTablet(cardholderOf(onCamera), async (desk) => {
    const countStep = async (what: string, most: CountedFlow['most'], work: () => Promise<void>) =>
      void counted.push({ what, most, tally: await desk.counts(work) });
    const withCard = INPUT_BUDGETS['new, with a card'];
    await countStep('new, typed', null, () => registerTyped(desk, newPatient(), FLOWERS_VISIT));
    await desk.counts(() => registerTyped(desk, newPatient(), LORRY_VISIT)); // Registers for another company, so that the next form cannot suggest the same company.
    await countStep('new, card under the camera', withCard, () =>
      registerScanned(desk, onCamera, () => desk.showCardToCamera()),
    );
    await countStep('colleague of the one before, typed', null, () => registerWithSameVisit(desk));
    await desk.counts(() => registerTyped(desk, newPatient(), LORRY_VISIT));
    const read = newPatient();
    await countStep('new, card through a reader that types', withCard, () =>
      registerScanned(desk, read, () => desk.passCardThroughReader(cardCodeText(cardholderOf(read)))),
    );
    const again = takeNextKnownVisitor();
    await countStep('known, typed', INPUT_BUDGETS.known, () =>
      registerKnownPatient(desk, again, () => desk.typeDocument(again.document)),
    );
    await countStep('duplicate: the same person, the same day', null, () => registerAgain(desk, again));
    const shown = takeNextKnownVisitor();
    await countStep('known, card through a reader that types', NO_KEYS_BUDGET, () =>
      registerKnownPatient(desk, shown, () => desk.passCardThroughReader(cardCodeText(shown.holder))),
    );
    const [wrong, right] = [takeNextKnownVisitor(), takeNextKnownVisitor()];
    await countStep("known, somebody else's number typed first", null, () =>
      registerCorrected(desk, right, wrong),
    );
  });
  return counted;
}

async function countKnownCardFlows(): Promise<CountedFlow[]> {
  const person = takeNextKnownVisitor();
  const counted: CountedFlow[] = [];
  await runAtTablet(person.holder, async (desk) => {
    const tally = await desk.counts(() => registerKnownPatient(desk, person, () => desk.showCardToCamera()));
    counted.push({ what: 'known, card under the camera', most: NO_KEYS_BUDGET, tally });
  });
  return counted;
}

/** Counts an announced patient, who is new to the clinic, up to the photo; signature and 'Confirmar' follow. */
async function countAnnouncedFlow(): Promise<CountedFlow[]> {
  const person = newPatient();
  const holder = cardholderOf(person);
  const { document, first_name, last_name, second_last_name, birth_date, gender, job } = person;
  const counted: CountedFlow[] = [];
  await announceForToday(
    clinicServer,
    await createClinicUser(clinicServer),
    { type: FLOWERS_VISIT.type, company: FLOWERS_VISIT.employer },
    [
      {
        identification_number: document,
        first_name,
        last_name,
        second_last_name,
        birth_date,
        gender,
        occupation_name: job[1],
      },
    ],
  );
  await runAtTablet(holder, async (desk) => {
    await desk.counts(async () => {
      const tally = await desk.countsUpTo(async () => {
        await desk.showCardToCamera();
        await desk.expectText(/^Citada hoy por/);
        await desk.tap('Usar citación');
        await desk.takesPhoto();
      });
      counted.push({ what: 'announced, card, up to the signature', most: ANNOUNCED_BUDGET, tally });
      await desk.signsAndConfirms();
    });
  });
  return counted;
}

/** Counts a new patient with a card in a clinic whose patients sign a text. Types two letters of the job. */
async function countTextFlow(): Promise<CountedFlow[]> {
  const server = await startServer({ env: { LEGAL_TEXTS_FILE: LEGAL_TEXTS_FILE_PATH } });
  const counted: CountedFlow[] = [];
  const onCard = { ...newPatient(), job: ['co', 'Cocinero'] as const };
  try {
    await runAtTablet(
      cardholderOf(onCard),
      async (desk) => {
        const tally = await desk.counts(async () => {
          await desk.passCardThroughReader(cardCodeText(cardholderOf(onCard)));
          await desk.expectText(/^No hay un paciente con este documento/);
          await desk.typeJob(onCard);
          await desk.tap(`${FLOWERS_VISIT.type} · ${FLOWERS_VISIT.employer}`);
          await desk.capturesAndConfirms();
        });
        counted.push({
          what: 'new, card through a reader that types, with a text to sign',
          most: TEXT_BUDGET,
          tally,
        });
      },
      server,
    );
  } finally {
    await server.destroy();
  }
  return counted;
}

const isWithinBudget = ({ tally, most }: CountedFlow): boolean =>
  most === null || (tally.taps <= most.taps && tally.keys <= most.keys);

/** Returns, for each budget, the largest counts among the flows that share the budget. */
function createBudgetFigures(counted: readonly CountedFlow[]): PerformanceFigure[] {
  const budgets = [
    INPUT_BUDGETS['new, with a card'],
    INPUT_BUDGETS.known,
    NO_KEYS_BUDGET,
    TEXT_BUDGET,
    ANNOUNCED_BUDGET,
  ];
  const largest = budgets.map((most) => {
    const tallies = counted.filter((row) => row.most === most).map(({ tally }) => tally);
    return `${Math.max(...tallies.map(({ taps }) => taps))}, ${Math.max(...tallies.map(({ keys }) => keys))}`;
  });
  const goals = budgets.map(({ taps, keys }) => `${taps}, ${keys}`);
  return [
    [
      'taps, keys: new, card; known, typed; known, card; new, card, text; announced, card',
      largest.join('; '),
      goals.join('; '),
    ],
  ];
}

test('the benchmark measures the taps and keys that a registration needs', async () => {
  const counted = [
    ...(await countNewCardFlows()),
    ...(await countKnownCardFlows()),
    ...(await countAnnouncedFlow()),
    ...(await countTextFlow()),
  ];
  if (process.env['DEBUG'] !== undefined)
    for (const { what, tally } of counted) console.log(`\n${what}\n  ${tally.told.join('\n  ')}`);
  writeSection(
    18,
    'Taps and keys of a registration',
    [
      'Trusted pointerdown and keydown events in Chromium, from the focused empty form to the next empty form. The strokes of a signature count as one tap. The',
      'two taps on the list of genders are added by the script, because the browser draws that list. Keys typed by a card reader are counted separately. The branch has',
      "registered two types of evaluation on that day; the user types the job. With a text, the last key is Enter on 'Confirmar'.",
      '`DEBUG=1 npm run bench -- taps` lists each tap and key.',
      '',
      ...formatTable(
        ['who', 'taps', 'keys', 'keys of a reader', 'at most', 'within'],
        counted.map((row) => [
          row.what,
          row.tally.taps,
          row.tally.keys,
          row.tally.readerKeys,
          row.most ? `${row.most.taps} taps, ${row.most.keys} keys` : '',
          row.most ? (isWithinBudget(row) ? 'yes' : '**no**') : '',
        ]),
      ),
    ],
    createBudgetFigures(counted),
  );
  expect(counted).toHaveLength(11);
  // The assertions follow after the table is written, so that the table shows a failed budget.
  for (const { what, tally, most } of counted) {
    if (most === null) continue;
    expect.soft(tally.taps, `taps: ${what}`).toBeLessThanOrEqual(most.taps);
    expect.soft(tally.keys, `keys: ${what}`).toBeLessThanOrEqual(most.keys);
  }
});
