import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { makeFuzzFiles } from '#tests/fuzz/files.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { makeWorld, type FuzzWorld } from '#tests/fuzz/world.ts';
import { problemsOfFiles } from '#tests/load/verify.ts';
import { photo } from '#tests/api/support/files/pictures.ts';
import { compileProgram } from '#tests/simulation/parked/reception-window.ts';
import type { TabletProgram } from '#tests/simulation/retention/tablet-window.ts';
import { stopAndRemoveDataDir } from '#tests/support/base/scratch.ts';
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts';
import { Tablet, type ConfirmedEntry } from './tablet.ts';

const TABLET_COUNT = 4;
/** Number of registrations between two requests in which a tablet asks the server about backups. */
const REGISTRATIONS_PER_REPORT = 5;

interface RehearsalCommands {
  readonly backup: (dataDir: string) => Promise<unknown>;
  readonly restore: (dataDir: string) => Promise<unknown>;
  readonly poolOf: (dataDir: string) => Pool;
  readonly tell: (line: string) => void;
  readonly restoredTo: string;
}

const registrationBodyFactory = (world: FuzzWorld) => (document: string) => ({
  evaluation_type_id: world.names['types.entry'],
  employer_company_id: world.names['companies.builder'],
  patient: {
    identification_type: 'CC',
    identification_number: document,
    first_name: 'Ana',
    last_name: 'Prueba',
    occupation_name: 'Oficio',
  },
});

/** Simulated receptions, each with a tablet, that register patients in a loop and send the entries. */
class SimulatedReceptions {
  readonly tablets: readonly Tablet[];
  #isOver = false;
  #hands: Promise<void>[] = [];

  constructor(tablets: readonly Tablet[]) {
    this.tablets = tablets;
  }

  get confirmed(): readonly ConfirmedEntry[] {
    return this.tablets.flatMap(({ confirmed }) => confirmed);
  }

  begin(): void {
    this.#isOver = false;
    this.#hands = this.tablets.map((tablet, nth) => this.#hand(tablet, nth));
  }

  /** Registers in a loop, also while the server is down. */
  async #hand(tablet: Tablet, nth: number): Promise<void> {
    while (!this.#isOver) {
      const count = tablet.confirmed.length + 1;
      await tablet.register(`55${nth}${String(count).padStart(5, '0')}`);
      await tablet.drain();
      if (count % REGISTRATIONS_PER_REPORT === 0) await tablet.report().catch(() => undefined);
    }
  }

  async waitForCount(count: number): Promise<void> {
    while (this.confirmed.length < count) await setTimeout(20);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#hands);
  }
}

const REGISTRATIONS_QUERY = `
select patients.identification_number as document, count(distinct evaluations.id)::integer as evaluations,
  array_agg(media.type || ' ' || media.received_sha256 order by media.type) as media
from evaluations join patients on patients.id = evaluations.patient_id left join media on media.evaluation_id = evaluations.id
where patients.identification_number like '55%' group by 1`;

async function findStoredEntryProblems(
  pool: Pool,
  dataDir: string,
  confirmed: readonly ConfirmedEntry[],
): Promise<string[]> {
  const { rows } = await pool.query<{ document: string; evaluations: number; media: string[] }>(
    REGISTRATIONS_QUERY,
  );
  const found = new Map(rows.map(({ document, ...there }) => [document, there]));
  const problems = confirmed.flatMap(({ document, photo: face, signature }) => {
    const there = found.get(document);
    if (!there) return [`${document} is missing`];
    const isWhole = String(there.media) === `photo ${face},signature ${signature}`;
    return there.evaluations === 1 && isWhole ? [] : [`${document}: ${JSON.stringify(there)}`];
  });
  return [
    ...problems,
    ...(found.size > confirmed.length ? [`${found.size - confirmed.length} that nobody confirmed`] : []),
    ...(await problemsOfChain(pool)),
    ...(await problemsOfFiles(pool, createDiskFileStore(path.join(dataDir, 'files')))),
  ];
}

async function countRegisteredPatients(pool: Pool): Promise<number> {
  const { rows } = await pool.query(REGISTRATIONS_QUERY);
  return rows.length;
}

async function deliverAfterRestore(tablets: readonly Tablet[]): Promise<void> {
  for (const tablet of tablets) {
    await tablet.report();
    await tablet.drain();
    await tablet.report();
  }
}

/**
 * Rehearses retention. Tablets with the app's own storage register on a server that is backed up once, loses its disk during
 * requests, and is restored from that backup. The tablets then resend the entries that the backup lacks.
 * @returns each registration that is missing, doubled or different
 */
export async function rehearseRetention(
  server: ServerProcess,
  commands: RehearsalCommands,
  registrations: number,
): Promise<string[]> {
  const { dataDir, origin } = server;
  const files = await makeFuzzFiles();
  const pool = commands.poolOf(dataDir);
  const world = await makeWorld(
    { port: Number(new URL(origin).port), pool, memory: () => null, log: () => '' },
    files,
  );
  await pool.end();
  const open = await compileProgram<TabletProgram>('tests/simulation/retention/window-program.ts', null);
  const pictures = { photo: await photo(3), signature: files.signature };
  const desk = {
    origin,
    cookie: world.cookie('desk') ?? '',
    bodyOf: registrationBodyFactory(world),
    pictures,
  };
  const desks = new SimulatedReceptions(Array.from({ length: TABLET_COUNT }, () => new Tablet(desk, open)));
  for (const tablet of desks.tablets) {
    await tablet.open();
    await tablet.report();
  }
  desks.begin();
  await desks.waitForCount(registrations / 3);
  await commands.backup(dataDir);
  const copied = desks.confirmed.length;
  await desks.waitForCount(copied + registrations / 3);

  const postmaster = findPostmaster(path.join(dataDir, 'postgres'));
  await server.kill();
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  await stopAndRemoveDataDir(dataDir);
  const died = desks.confirmed.length;
  await desks.waitForCount(died + registrations / 3);
  await desks.end();

  await commands.restore(commands.restoredTo);
  const restored = await startServer({
    dataDir: commands.restoredTo,
    port: Number(new URL(origin).port),
    env: { DEMO: '0' },
  });
  const after = commands.poolOf(commands.restoredTo);
  try {
    const inCopy = await countRegisteredPatients(after);
    await deliverAfterRestore(desks.tablets);
    const problems = await findStoredEntryProblems(after, commands.restoredTo, desks.confirmed);
    for (const tablet of desks.tablets)
      if ((await tablet.unsent) > 0) problems.push('a tablet has unsent entries');
    const again = desks.tablets.reduce((sum, tablet) => sum + tablet.again, 0);
    commands.tell(
      `\n${desks.confirmed.length} evaluations confirmed on ${TABLET_COUNT} tablets, ${desks.confirmed.length - died} of them without a provider. ` +
        `The copy had ${inCopy}; ${again} that had been delivered went again. ${problems.length} missing, doubled or different.`,
    );
    return problems;
  } finally {
    for (const tablet of desks.tablets) tablet.close();
    await after.end();
    await restored.stop();
  }
}
