type PatientLocation = 'form' | 'waiting' | 'confirmed';

/** Data of a patient. No two patients or edits share a text, so that each text identifies its write. */
export interface DraftContent {
  readonly text: string;
  readonly photo: string | null;
  readonly signature: string | null;
}
export interface FoundDraft extends DraftContent {
  readonly document: string;
  readonly place: PatientLocation;
}
export type DraftSlot = keyof DraftContent;
const DRAFT_SLOTS: readonly DraftSlot[] = ['text', 'photo', 'signature'];

/**
 * Data that the device must have of a patient. While the outcome of a write is unknown, because it was killed, several values
 * are allowed.
 */
export class SimulatedPatient {
  readonly document: string;
  readonly ownerId: string;
  mustBe = false;
  mayBe = true;
  mustBeConfirmed = false;
  /** Number of confirmations that are in progress or were killed, so that their outcome is unknown. */
  confirmings = 0;
  /** Number of discards that are in progress or were killed, so that their outcome is unknown. */
  goings = 0;
  readonly #allowed: Record<DraftSlot, (string | null)[]> = { text: [], photo: [null], signature: [null] };

  constructor(document: string, ownerId: string) {
    this.document = document;
    this.ownerId = ownerId;
  }

  /** Allows the value in addition to the earlier ones, because its write has started. */
  allowValue(slot: DraftSlot, value: string): void {
    this.#allowed[slot].push(value);
  }
  confirmValue(slot: DraftSlot, value: string): void {
    this.#allowed[slot] = [value];
    this.mustBe = true;
    this.mayBe = true;
  }
  /** Removes the value from the allowed values, because it was not written. */
  disallowValue(slot: DraftSlot, value: string): void {
    this.#allowed[slot] = this.#allowed[slot].filter((one) => one !== value);
    if (this.#allowed.text.length === 0) this.mayBe = false;
  }

  /** Returns true if these are the data written last, or if a kill left the last write unknown. */
  isLatest(known: DraftContent): boolean {
    return DRAFT_SLOTS.every(
      (slot) => this.#allowed[slot].length > 1 || this.#allowed[slot][0] === known[slot],
    );
  }

  /** Returns the differences between the found and the expected data. The found data is expected from now on. */
  compareFound(found: readonly FoundDraft[]): string[] {
    const problems = this.#judge(found);
    const [one] = found;
    this.mustBe = one !== undefined;
    this.mayBe = this.mustBe;
    this.goings = 0;
    this.mustBeConfirmed = one?.place === 'confirmed';
    this.confirmings = 0;
    if (one) for (const slot of DRAFT_SLOTS) this.#allowed[slot] = [one[slot]];
    return problems.map((problem) => `${this.document} ${problem}`);
  }

  #judge(found: readonly FoundDraft[]): string[] {
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
      ...DRAFT_SLOTS.filter((slot) => !this.#allowed[slot].includes(one[slot])).map(
        (slot) => `has the ${slot} '${one[slot]}', written was '${this.#allowed[slot].join("' or '")}'`,
      ),
    ];
  }
}
