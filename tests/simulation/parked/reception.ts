import type { Random } from '../random.ts';
import {
  WindowLifetime,
  createLifetimeMiddleware,
  type OpenWindow,
  type WindowProgram,
} from './reception-window.ts';
import { SimulatedPatient, type DraftContent, type DraftSlot } from './people.ts';

export interface SharedDeviceState {
  readonly open: OpenWindow;
  readonly random: Random;
  readonly people: Map<string, SimulatedPatient>;
  readonly tell: (line: string) => void;
  /** Called when a rule is violated; `what` describes the violation. */
  readonly onFault: (what: string) => void;
  userId: string;
  next: () => number;
}

interface ShownForm extends DraftContent {
  readonly document: string;
}

const EMPTY_DRAFT: DraftContent = { text: '', photo: null, signature: null };

/** Simulated window with the wizard open. It makes the storage calls of src/features/reception in the same order. */
export class ReceptionWindow {
  readonly name: string;
  readonly life = new WindowLifetime();
  shown: ShownForm | null = null;
  /** True if another window has changed, confirmed or discarded the displayed draft. This window can then only reload. */
  isElsewhere = false;
  readonly #shop: SharedDeviceState;
  readonly #program: WindowProgram;
  readonly #tellOthers: () => void;

  constructor(name: string, shop: SharedDeviceState, tellOthers: (from: ReceptionWindow) => void) {
    this.name = name;
    this.#shop = shop;
    this.#program = shop.open();
    this.#program.db.use(createLifetimeMiddleware(this.life));
    this.#tellOthers = () => tellOthers(this);
  }

  close(): void {
    this.#program.db.close();
  }

  get #owner(): string {
    return this.#shop.userId;
  }

  #person(): SimulatedPatient | null {
    return this.shown && (this.#shop.people.get(this.shown.document) ?? null);
  }

  /**
   * Returns true if the device completed the work. After a storage error, the window assumes that another window changed the
   * draft.
   */
  async #asks(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof this.#program.StorageProblem)) throw error;
      this.#shop.tell(`${this.name}: ${error.kind}`);
      this.isElsewhere = true;
      return false;
    }
  }

  /** Reports a fault if the window overwrote data that it had never displayed. */
  #checkSeen(person: SimulatedPatient, doing: string): void {
    if (this.shown && !person.isLatest(this.shown))
      this.#shop.onFault(`${this.name} ${doing} ${person.document}, and had not seen what was there`);
  }

  async load(): Promise<void> {
    const { loadDraft } = this.#program;
    const draft = await loadDraft(this.#owner, null);
    const decodeText = (bytes: ArrayBuffer | undefined) => (bytes ? new TextDecoder().decode(bytes) : null);
    this.shown = draft && {
      document: draft.content?.form.identification_number ?? '',
      text: draft.content?.form.additional_info ?? '',
      photo: decodeText(draft.photo?.bytes),
      signature: decodeText(draft.signature?.bytes),
    };
    this.isElsewhere = false;
  }

  /** Presses 'Recargar'. */
  async reload(): Promise<void> {
    await this.load();
    if (this.shown) this.#tellOthers();
  }

  // ---------------------------------------------------------------- one patient

  async type(): Promise<void> {
    const nth = this.#shop.next();
    const document = this.shown?.document ?? `9999${String(nth).padStart(6, '0')}`;
    const person = this.#shop.people.get(document) ?? new SimulatedPatient(document, this.#owner);
    this.#shop.people.set(document, person);
    const content = this.#program.draftContent(document);
    const text = `nota ${nth}`;
    const form = { ...content.form, additional_info: text };
    await this.#writes(person, 'text', text, () =>
      this.#program.saveDraftContent(person.ownerId, null, { ...content, form }),
    );
  }

  async capture(slot: 'photo' | 'signature'): Promise<void> {
    const person = this.#person();
    if (!person) return;
    const word = `${slot} ${this.#shop.next()}`;
    const mime = slot === 'photo' ? 'image/jpeg' : 'image/png';
    const picture = { bytes: new TextEncoder().encode(word).buffer, mime, name: slot } as const;
    await this.#writes(person, slot, word, () =>
      this.#program.saveDraftPicture(person.ownerId, null, slot, picture),
    );
  }

  async #writes(
    person: SimulatedPatient,
    slot: DraftSlot,
    value: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const before = this.shown ?? { ...EMPTY_DRAFT, document: person.document };
    person.allowValue(slot, value);
    if (!(await this.#asks(work))) return person.disallowValue(slot, value);
    person.disallowValue(slot, value);
    if (this.shown) this.#checkSeen(person, 'wrote');
    person.confirmValue(slot, value);
    this.shown = { ...before, [slot]: value };
    this.#tellOthers();
  }

  async confirm(): Promise<void> {
    const person = this.#person();
    if (!person || !this.shown) return;
    const { document, text } = this.shown;
    const given = this.#program.confirmation(document, { ownerId: person.ownerId });
    const form = { ...given.summary.form, additional_info: text };
    person.confirmings += 1;
    let type = '';
    const isDone = await this.#asks(async () => {
      const confirmation = { ...given, summary: { ...given.summary, form } as typeof given.summary };
      ({ type } = await this.#program.enqueueConfirmation(confirmation));
    });
    if (!isDone || type !== 'confirmed') {
      person.confirmings -= 1;
      return;
    }
    if (person.mustBeConfirmed) this.#shop.onFault(`${document} was confirmed twice`);
    this.#checkSeen(person, 'confirmed');
    person.mustBeConfirmed = true;
    this.shown = null;
    this.#tellOthers();
  }

  /** Presses 'Descartar todo', which empties the form. */
  async startOver(): Promise<void> {
    const person = this.#person();
    if (!person || !(await this.#throwsAway(person, () => this.#program.discardDraft(person.ownerId, null))))
      return;
    this.#tellOthers();
    await this.load();
  }

  // ---------------------------------------------------------------- parked drafts

  async #exchange(parkedId: string | null): Promise<string> {
    const person = this.#person();
    let outcome = 'refused';
    await this.#asks(async () => {
      outcome = await this.#program.exchangeDraft(this.#owner, parkedId, this.#shop.next());
    });
    if (outcome !== 'exchanged') return outcome;
    if (person) this.#checkSeen(person, 'parked');
    this.shown = null;
    this.isElsewhere = false;
    this.#tellOthers();
    return outcome;
  }

  /** Presses 'Dejar en espera', which parks the draft. */
  async park(): Promise<void> {
    if (this.shown) await this.#exchange(null);
  }

  async #choose() {
    const waiting = await this.#program.listParkedDrafts(this.#owner);
    return this.#shop.random.pick(waiting);
  }

  async reopenDraft(): Promise<void> {
    const chosen = await this.#choose();
    if (chosen && (await this.#exchange(chosen.id)) === 'exchanged') await this.load();
  }

  async discardWaiting(): Promise<void> {
    const chosen = await this.#choose();
    if (!chosen || chosen.content === null || chosen.content === 'damaged') return;
    const person = this.#shop.people.get(chosen.content.form.identification_number);
    if (person)
      await this.#throwsAway(person, () => this.#program.discardParkedDraft(person.ownerId, chosen.id));
  }

  async #throwsAway(person: SimulatedPatient, work: () => Promise<void>): Promise<boolean> {
    person.goings += 1;
    const isDone = await this.#asks(work);
    if (!isDone) person.goings -= 1;
    return isDone;
  }

  // ---------------------------------------------------------------- sign-in and sign-out

  async signOut(): Promise<void> {
    await this.#asks(() => this.#program.signOutAccount(Date.now()));
  }

  async signIn(userId: string): Promise<void> {
    await this.#asks(() => this.#program.signInOnDevice(userId));
  }
}
