import { setImmediate as turn } from 'node:timers/promises';
import { RETENTION_MAX_DAYS } from '#domain/retention.ts';
import type { HistoryOutcome } from '../history.ts';
import { resetDevice, type ProgramOpener } from '../parked/reception-window.ts';
import { findUnencryptedTexts } from '../parked/inspect.ts';
import { Random } from '../random.ts';
import { ModelClinic } from './clinic.ts';
import { findFileReferenceProblems, findWrongReceipts } from './inspect.ts';
import { TabletWindow, type SharedTabletState, type TabletProgram } from './tablet-window.ts';

const ANA_ID = '11111111-1111-4111-8111-111111111111';
const BEA_USER_ID = '22222222-2222-4222-8222-222222222222';

const ACTION_WEIGHTS = {
  capture: 7,
  drain: 8,
  report: 7,
  strangersReport: 2,
  copy: 4,
  verify: 3,
  restore: 4,
  pass: 5,
  changeUser: 1.5,
  lessRoom: 0.7,
} as const;
type Action = keyof typeof ACTION_WEIGHTS;

const MIN_ROUNDS = 12;
const ADDITIONAL_ROUNDS_LIMIT = 24;
const MAX_REGISTRATIONS = 8;
const BOTH_WINDOWS_PERCENT = 40;
const KILL_PERCENT = 30;
/** Maximum number of disk requests that a window makes before it is killed. */
const MAX_REQUESTS_BEFORE_KILL = 40;
const MAX_TURNS_APART = 20;
const HOUR_MS = 60 * 60_000;
/** Number of files that fit on a disk with enough space; each patient has two. */
const DISK_CAPACITY_FILES = 100;
/** Number of rounds of reports and drains after which no work may be left. */
const RECOVERY_ROUNDS = 6;

interface ConfirmedPatient {
  readonly document: string;
  readonly ownerId: string;
}

const randomUuidFrom = (random: Random): string => {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random.fraction() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

class RetentionHistory {
  readonly #random: Random;
  readonly #clinic = new ModelClinic();
  readonly #desk: SharedTabletState;
  readonly #faults: string[] = [];
  readonly #confirmed = new Map<string, ConfirmedPatient>();
  /** Document numbers of patients whose registration may be lost: the disk was full, or no backup was made for too long. */
  readonly #excused = new Set<string>();
  #windows: TabletWindow[] = [];
  #observer: TabletProgram;
  #typed = 0;
  #steps = 0;

  constructor(seed: number, open: ProgramOpener<TabletProgram>, told: ((line: string) => void) | null) {
    resetDevice();
    this.#random = new Random(seed);
    this.#desk = {
      open,
      random: this.#random,
      clinic: this.#clinic,
      disk: { files: DISK_CAPACITY_FILES },
      tell: (line) => told?.(line),
      onConfirmed: (document, ownerId) => void this.#confirmed.set(document, { document, ownerId }),
      onFault: (what) => this.#faults.push(what),
      isDraining: false,
      isReporting: false,
      userId: ANA_ID,
      randomUUID: () => randomUuidFrom(this.#random),
      deviceTime: () => this.#clinic.now + HOUR_MS, // The tablet's clock differs from the server's.
    };
    this.#observer = open(this.#desk.randomUUID);
  }

  async run(): Promise<Omit<HistoryOutcome, 'seed' | 'trace'>> {
    await this.#observer.signInOnDevice(ANA_ID);
    this.#windows = ['page', 'worker'].map((name) => new TabletWindow(name, this.#desk));
    await this.#windows[0]?.report(false);
    const rounds = MIN_ROUNDS + this.#random.int(ADDITIONAL_ROUNDS_LIMIT);
    for (let nth = 0; nth < rounds && this.#faults.length === 0; nth += 1) await this.#round();
    if (this.#faults.length === 0) await this.#heal();
    for (const window of this.#windows) window.close();
    this.#observer.db.close();
    return { problems: this.#faults, registrations: this.#confirmed.size, steps: this.#steps };
  }

  // ---------------------------------------------------------------- one round

  async #round(): Promise<void> {
    const [page, worker] = this.#windows;
    if (!page || !worker) throw new Error('no window is open');
    const action = this.#random.pickWeighted<Action>(ACTION_WEIGHTS);
    const alongside = this.#random.percent(BOTH_WINDOWS_PERCENT)
      ? this.#random.pick(['drain', 'report'] as const)
      : null;
    this.#desk.tell(`── ${action}${alongside ? ` beside ${alongside}` : ''}`);
    const kept = await this.#keptDocuments();
    await Promise.all([this.#act(page, action), alongside && this.#alongside(worker, alongside)]);
    this.#steps += 1;
    for (const [at, window] of this.#windows.entries())
      if (window.life.isOver) {
        window.close();
        this.#windows[at] = new TabletWindow(window.name, this.#desk);
      }
    await this.#excuse(kept);
    await this.#look();
  }

  async #alongside(worker: TabletWindow, what: 'drain' | 'report'): Promise<void> {
    for (let left = this.#random.int(MAX_TURNS_APART); left > 0; left -= 1) await turn();
    await (what === 'drain' ? worker.drain(9, true) : worker.report(false));
  }

  async #act(page: TabletWindow, action: Action): Promise<void> {
    const dies = this.#random.percent(KILL_PERCENT);
    if (dies) page.life.endsAfter(this.#random.int(MAX_REQUESTS_BEFORE_KILL));
    await Promise.race([this.#do(page, action), page.life.ended]);
    // The window's work may end before the kill point; the window is then killed here.
    if (dies && !page.life.isOver) page.life.end();
  }

  async #do(page: TabletWindow, action: Action): Promise<void> {
    const { restorable } = this.#clinic;
    switch (action) {
      case 'capture':
        if (this.#typed < MAX_REGISTRATIONS)
          await page.capture(`9999${String((this.#typed += 1)).padStart(6, '0')}`);
        return;
      case 'drain':
        return page.drain(this.#random.int(9), true);
      case 'report':
        return page.report(false);
      case 'strangersReport':
        return page.report(true);
      case 'copy':
        return this.#clinic.copy();
      case 'verify':
        return this.#clinic.verify();
      case 'restore': {
        const copy = this.#random.pick(restorable);
        if (copy) this.#clinic.restore(copy);
        return;
      }
      case 'pass':
        this.#clinic.now += this.#random.int(this.#random.percent(10) ? 4 * 24 : 12) * HOUR_MS;
        return;
      case 'changeUser':
        return this.#changeUser(page);
      case 'lessRoom':
        this.#desk.disk.files = 4;
        return;
    }
  }

  async #changeUser({ program }: TabletWindow): Promise<void> {
    this.#desk.userId = this.#desk.userId === ANA_ID ? BEA_USER_ID : ANA_ID;
    await program.signOutAccount(this.#desk.deviceTime());
    await program.signInOnDevice(this.#desk.userId);
  }

  // ---------------------------------------------------------------- checks

  async #documentsIn(table: 'entries' | 'kept'): Promise<Set<string>> {
    const { db } = this.#observer;
    const entries =
      table === 'entries' ? await db.entries.toArray() : (await db.kept.toArray()).map(({ entry }) => entry);
    return new Set(entries.map(({ capturedAt }) => String(capturedAt))); // Only the capture time identifies an entry; the entry's other data are encrypted.
  }
  readonly #keptDocuments = () => this.#documentsIn('kept');

  #at(document: string) {
    return this.#clinic.evaluations.filter((evaluation) => evaluation.document === document);
  }

  /**
   * Excuses retained entries that were removed to make space or after the time limit. Reports any other removal without a
   * verified backup.
   */
  async #excuse(kept: ReadonlySet<string>): Promise<void> {
    const [now, unsent] = [await this.#keptDocuments(), await this.#documentsIn('entries')];
    const gone = [...kept].filter((document) => !now.has(document) && !unsent.has(document));
    const isTight = this.#desk.disk.files < DISK_CAPACITY_FILES;
    const last = (await this.#observer.readBackupStatement())?.at ?? 0;
    for (const document of gone)
      if (isTight || last - this.#confirmedAt(document) > RETENTION_MAX_DAYS * 24 * HOUR_MS)
        this.#excused.add(document);
      else if (!this.#clinic.isCopied(document))
        this.#faults.push(`${document} was let go of, and no verified copy has it`);
  }
  readonly #times = new Map<string, number>();
  #confirmedAt(document: string): number {
    return this.#times.get(document) ?? 0;
  }

  /**
   * Expects each confirmed registration at most once on the server. If the server lacks it, the registration must be in the
   * outbox, be retained on the device, or be one of those that may be lost (`#excused`).
   */
  async #look(): Promise<void> {
    const [unsent, kept] = [await this.#documentsIn('entries'), await this.#keptDocuments()];
    for (const { document } of this.#confirmed.values()) {
      if (!this.#times.has(document)) this.#times.set(document, this.#clinic.now);
      const there = this.#at(document).length;
      if (there > 1) this.#faults.push(`${document} is there ${there} times`);
      if (there === 0 && !unsent.has(document) && !kept.has(document) && !this.#excused.has(document))
        this.#faults.push(`${document} is nowhere`);
    }
    this.#faults.push(
      ...(await findFileReferenceProblems(this.#observer)),
      ...(await findWrongReceipts(this.#observer)),
    );
  }

  // ---------------------------------------------------------------- recovery

  async #heal(): Promise<void> {
    this.#desk.tell('══ everybody comes back');
    this.#faults.push(
      ...(await findUnencryptedTexts([...this.#confirmed.keys()].flatMap((one) => [one, `photo ${one}`]))),
    );
    for (let nth = 0; nth < RECOVERY_ROUNDS; nth += 1) {
      const [page] = this.#windows;
      if (!page) return;
      const kept = await this.#keptDocuments();
      await page.report(false);
      await page.drain(100, false);
      await this.#excuse(kept);
      await this.#changeUser(page);
    }
    await this.#look();
    for (const { document } of this.#confirmed.values()) {
      const [found] = this.#at(document);
      if (!this.#excused.has(document) && found?.pictures.size !== 2)
        this.#faults.push(
          `${document} has ${found?.pictures.size ?? 'no evaluation and no'} pictures in the end`,
        );
    }
    if ((await this.#observer.db.entries.count()) > 0) this.#faults.push('something waits in the end');
    await this.#endOfCustody();
  }

  /** Makes a verified backup of everything and expects that the device no longer retains any entry. */
  async #endOfCustody(): Promise<void> {
    const [page] = this.#windows;
    await page?.report(false);
    this.#clinic.now += HOUR_MS;
    this.#clinic.copy();
    this.#clinic.verify();
    this.#clinic.now += HOUR_MS;
    await page?.report(false);
    const left = await this.#observer.db.kept.count();
    if (left > 0) this.#faults.push(`${left} are kept, and a copy has them`);
  }
}

export async function simulateRetention(
  seed: number,
  open: ProgramOpener<TabletProgram>,
  isTraced = false,
): Promise<HistoryOutcome> {
  const trace: string[] = [];
  const told = isTraced ? (line: string) => void trace.push(line) : null;
  const { problems, registrations, steps } = await new RetentionHistory(seed, open, told).run();
  return { seed, problems, registrations, steps, trace };
}
