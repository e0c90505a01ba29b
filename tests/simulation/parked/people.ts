/** Where somebody's registration lies on the device. */
type Place = 'form' | 'waiting' | 'confirmed';

/** What was typed and captured of somebody, by words of which each is written once. */
export interface Known {
  readonly text: string;
  readonly photo: string | null;
  readonly signature: string | null;
}
export interface Found extends Known {
  readonly document: string;
  readonly place: Place;
}
export type Slot = keyof Known;
const SLOTS: readonly Slot[] = ['text', 'photo', 'signature'];

/** What may lie there of somebody: more than one thing only where whoever wrote was killed. */
export class Person {
  readonly document: string;
  readonly ownerId: string;
  mustBe = false;
  mayBe = true;
  mustBeConfirmed = false;
  /** How many confirm it, or were killed at it. */
  confirmings = 0;
  /** How many throw it away, or were killed at it. */
  goings = 0;
  readonly #allowed: Record<Slot, (string | null)[]> = { text: [], photo: [null], signature: [null] };

  constructor(document: string, ownerId: string) {
    this.document = document;
    this.ownerId = ownerId;
  }

  /** Somebody begins to write it: from here on it may be there. */
  writes(slot: Slot, value: string): void {
    this.#allowed[slot].push(value);
  }
  wrote(slot: Slot, value: string): void {
    this.#allowed[slot] = [value];
    this.mustBe = true;
    this.mayBe = true;
  }
  /** The device has refused it. */
  wroteNot(slot: Slot, value: string): void {
    this.#allowed[slot] = this.#allowed[slot].filter((one) => one !== value);
    if (this.#allowed.text.length === 0) this.mayBe = false;
  }

  /** Whether this is what was written last; unknown after a kill counts as such. */
  isLatest(known: Known): boolean {
    return SLOTS.every((slot) => this.#allowed[slot].length > 1 || this.#allowed[slot][0] === known[slot]);
  }

  /** What is wrong with what was found; from here on it is what is so. */
  settle(found: readonly Found[]): string[] {
    const problems = this.#judge(found);
    const [one] = found;
    this.mustBe = one !== undefined;
    this.mayBe = this.mustBe;
    this.goings = 0;
    this.mustBeConfirmed = one?.place === 'confirmed';
    this.confirmings = 0;
    if (one) for (const slot of SLOTS) this.#allowed[slot] = [one[slot]];
    return problems.map((problem) => `${this.document} ${problem}`);
  }

  #judge(found: readonly Found[]): string[] {
    const places = found.map(({ place }) => place).join(' and ');
    if (found.length > 1) return [`is there ${found.length} times: ${places}`];
    const [one] = found;
    if (!one) return this.mustBe && this.goings === 0 ? ['is lost'] : [];
    return [
      ...(this.mayBe ? [] : [`is in ${places}, and was thrown away or refused`]),
      ...(this.mustBeConfirmed && one.place !== 'confirmed' ? [`was confirmed, and is in ${places}`] : []),
      ...(!this.mustBeConfirmed && this.confirmings === 0 && one.place === 'confirmed'
        ? ['was confirmed by nobody']
        : []),
      ...SLOTS.filter((slot) => !this.#allowed[slot].includes(one[slot])).map(
        (slot) => `has the ${slot} '${one[slot]}', written was '${this.#allowed[slot].join("' or '")}'`,
      ),
    ];
  }
}
