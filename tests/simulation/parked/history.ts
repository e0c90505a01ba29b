import { setImmediate as turn } from 'node:timers/promises';
import type { HistoryOutcome } from '../history.ts';
import { Random } from '../random.ts';
import { ReceptionWindow, type SharedDeviceState } from './reception.ts';
import { resetDevice, type OpenWindow, type WindowProgram } from './reception-window.ts';
import { findRegistrationsOnDevice, findPictureReferenceProblems, findUnencryptedTexts } from './inspect.ts';
import type { FoundDraft } from './people.ts';

const ANA_ID = '11111111-1111-4111-8111-111111111111';
const BEA_USER_ID = '22222222-2222-4222-8222-222222222222';
const RECEPTIONIST_IDS = [ANA_ID, BEA_USER_ID] as const;

/** Relative frequencies of the actions when the form contains a patient; NO_PATIENT_ACTION_WEIGHTS has the frequencies for an empty form. */
const PATIENT_ACTION_WEIGHTS = {
  type: 2,
  photo: 3,
  signature: 3,
  park: 6,
  bringBack: 4,
  confirm: 3,
  startOver: 2,
  discardWaiting: 1,
  reload: 1,
} as const;
type Action = keyof typeof PATIENT_ACTION_WEIGHTS;
const NO_PATIENT_ACTION_WEIGHTS: Readonly<Record<Action, number>> = {
  type: 6,
  photo: 0,
  signature: 0,
  park: 0,
  bringBack: 4,
  confirm: 0,
  startOver: 0,
  discardWaiting: 1,
  reload: 0.5,
};

const MIN_ROUNDS = 8;
const ADDITIONAL_ROUNDS_LIMIT = 16;
/** Three percentages of the rounds: both windows work; a window is killed; the user changes. */
const BOTH_WINDOWS_PERCENT = 60;
const KILL_PERCENT = 25;
const USER_CHANGE_PERCENT = 6;
/** Maximum number of promise turns between the actions of the two windows of a round. */
const MAX_TURNS_APART = 30;
const MAX_REQUESTS_BEFORE_KILL = 14;
/** Maximum number of parked drafts. Some histories begin with one fewer. */
const MAX_PARKED_DRAFTS = 20;
const NEARLY_FULL_START_PERCENT = 3;

class ParkedDraftHistory {
  readonly #random: Random;
  readonly #shop: SharedDeviceState;
  readonly #observer: WindowProgram;
  readonly #faults: string[] = [];
  readonly #windows: ReceptionWindow[] = [];
  /** Stored rows of the user who has signed out, as they were at the sign-out. */
  #away = '';
  #steps = 0;
  #words = 0;

  constructor(seed: number, open: OpenWindow, told: ((line: string) => void) | null) {
    resetDevice();
    this.#random = new Random(seed);
    this.#shop = {
      open,
      random: this.#random,
      people: new Map(),
      tell: (line) => told?.(line),
      onFault: (what) => this.#faults.push(what),
      userId: ANA_ID,
      next: () => (this.#words += 1),
    };
    this.#observer = open();
  }

  async run(): Promise<Omit<HistoryOutcome, 'seed' | 'trace'>> {
    await this.#observer.signInOnDevice(ANA_ID);
    for (const name of ['one', 'two']) this.#windows.push(await this.#opened(name));
    if (this.#random.percent(NEARLY_FULL_START_PERCENT)) await this.#fill();
    const rounds = MIN_ROUNDS + this.#random.int(ADDITIONAL_ROUNDS_LIMIT);
    for (let nth = 0; nth < rounds && this.#faults.length === 0; nth += 1) await this.#round();
    if (this.#faults.length === 0) await this.#heal();
    for (const desk of this.#windows) desk.close();
    this.#observer.db.close();
    return { problems: this.#faults, registrations: this.#shop.people.size, steps: this.#steps };
  }

  async #opened(name: string): Promise<ReceptionWindow> {
    const opened = new ReceptionWindow(name, this.#shop, (from) => this.#hear(from));
    await opened.load();
    return opened;
  }

  #hear(from: ReceptionWindow): void {
    for (const other of this.#windows) if (other !== from) other.isElsewhere = true;
  }

  async #fill(): Promise<void> {
    const [desk] = this.#windows;
    for (let nth = 1; nth < MAX_PARKED_DRAFTS; nth += 1) {
      await desk?.type();
      await desk?.park();
    }
  }

  // ---------------------------------------------------------------- one round

  async #round(): Promise<void> {
    if (this.#random.percent(USER_CHANGE_PERCENT)) await this.#changeUser();
    const busy = this.#random.percent(BOTH_WINDOWS_PERCENT) ? this.#windows : [this.#anyWindow()];
    await Promise.all(busy.map((desk) => this.#act(desk)));
    for (const [at, desk] of this.#windows.entries())
      if (desk.life.isOver) {
        desk.close();
        this.#windows[at] = await this.#opened(desk.name);
      }
    await this.#look();
  }

  #anyWindow(): ReceptionWindow {
    const desk = this.#random.pick(this.#windows);
    if (!desk) throw new Error('no window is open');
    return desk;
  }

  async #act(desk: ReceptionWindow): Promise<void> {
    const action = this.#random.pickWeighted<Action>(
      desk.shown ? PATIENT_ACTION_WEIGHTS : NO_PATIENT_ACTION_WEIGHTS,
    );
    const apart = this.#random.int(MAX_TURNS_APART);
    const dies = this.#random.percent(KILL_PERCENT) ? this.#random.int(MAX_REQUESTS_BEFORE_KILL) : null;
    this.#shop.tell(
      `── ${desk.name}: ${action}${dies === null ? '' : `, killed before request ${dies + 1}`}`,
    );
    for (let nth = 0; nth < apart; nth += 1) await turn();
    if (dies !== null) desk.life.endsAfter(dies);
    await Promise.race([this.#do(desk, action), desk.life.ended]);
    // The window is killed now if it finished its work before its kill point.
    if (dies !== null && !desk.life.isOver) desk.life.end();
    this.#steps += 1;
  }

  #do(desk: ReceptionWindow, action: Action): Promise<void> {
    if (desk.isElsewhere) return desk.reload();
    switch (action) {
      case 'type':
        return desk.type();
      case 'photo':
      case 'signature':
        return desk.capture(action);
      case 'park':
        return desk.park();
      case 'bringBack':
        return desk.reopenDraft();
      case 'confirm':
        return desk.confirm();
      case 'startOver':
        return desk.startOver();
      case 'discardWaiting':
        return desk.discardWaiting();
      case 'reload':
        return desk.reload();
    }
  }

  /** Changes the user while no work is in progress, and checks that the other user's rows stay unchanged. */
  async #changeUser(): Promise<void> {
    const desk = this.#anyWindow();
    await desk.signOut();
    const isOther = this.#random.percent(70);
    if (isOther) this.#shop.userId = this.#shop.userId === ANA_ID ? BEA_USER_ID : ANA_ID;
    this.#shop.tell(`── ${isOther ? 'another signs in' : 'the same signs in again'}`);
    await desk.signIn(this.#shop.userId);
    this.#away = await this.#rowsOfOthers();
    for (const one of this.#windows) await one.load();
  }

  // ---------------------------------------------------------------- checks

  async #rowsOfOthers(): Promise<string> {
    const rows = await this.#observer.db.drafts.toArray();
    const theirs = rows.filter(({ ownerId }) => ownerId !== this.#shop.userId);
    return JSON.stringify(theirs.map(({ id, revision }) => [id, revision]));
  }

  async #look(): Promise<void> {
    const found = await findRegistrationsOnDevice(this.#observer, this.#shop.userId);
    this.#faults.push(...this.#judge(found), ...(await findPictureReferenceProblems(this.#observer)));
    if ((await this.#rowsOfOthers()) !== this.#away && this.#away !== '')
      this.#faults.push('what another user left has changed');
  }

  #judge(found: readonly FoundDraft[]): string[] {
    const mine = [...this.#shop.people.values()].filter(({ ownerId }) => ownerId === this.#shop.userId);
    const known = new Set(mine.map(({ document }) => document));
    const waiting = found.filter(({ place }) => place === 'waiting').length;
    return [
      ...mine.flatMap((person) =>
        person.compareFound(found.filter(({ document }) => document === person.document)),
      ),
      ...found
        .filter(({ document }) => !known.has(document))
        .map(({ document }) => `nobody typed ${document}`),
      ...(waiting > MAX_PARKED_DRAFTS ? [`${waiting} wait`] : []),
    ];
  }

  // ---------------------------------------------------------------- recovery

  /** Opens and confirms each parked draft as its owner would. */
  async #heal(): Promise<void> {
    this.#shop.tell('══ everybody comes back');
    this.#faults.push(...(await findUnencryptedTexts(this.#secrets())));
    for (const userId of RECEPTIONIST_IDS) {
      const desk = this.#anyWindow();
      await desk.signOut();
      this.#shop.userId = userId;
      await desk.signIn(userId);
      this.#away = '';
      await desk.load();
      await this.#confirmAll(desk);
      await this.#look();
    }
    for (const { document, mustBe, mustBeConfirmed } of this.#shop.people.values())
      if (mustBe && !mustBeConfirmed) this.#faults.push(`${document} could not be confirmed in the end`);
  }

  async #confirmAll(desk: ReceptionWindow): Promise<void> {
    for (let left = this.#shop.people.size; left >= 0; left -= 1) {
      if (!desk.shown) await desk.reopenDraft();
      if (!desk.shown) return;
      await desk.capture('photo');
      await desk.capture('signature');
      await desk.confirm();
    }
  }

  #secrets(): string[] {
    return ['Zoraida', 'Quiñones', 'nota 1', 'photo 1', ...this.#shop.people.keys()];
  }
}

/** Simulates one history of parked drafts. The same seed gives the same history. */
export async function simulateParked(
  seed: number,
  open: OpenWindow,
  isTraced = false,
): Promise<HistoryOutcome> {
  const trace: string[] = [];
  const told = isTraced ? (line: string) => void trace.push(line) : null;
  const { problems, registrations, steps } = await new ParkedDraftHistory(seed, open, told).run();
  return { seed, problems, registrations, steps, trace };
}
