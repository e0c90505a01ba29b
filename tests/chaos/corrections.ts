import type { Page } from '@playwright/test';
import type { Member } from '#tests/support/server/clinic.ts';
import type { Confirmed } from './page/chaos-page.ts';
import { CORRECTED_NAME, type ExpectedState } from './expected-state.ts';
import type { Tablet } from './tablet.ts';

/** Returns 'A' for 1 and 'AA' for 27. Names are numbered by letters because a name has no digits. */
const lettersOf = (nth: number): string =>
  nth === 0 ? '' : lettersOf(Math.floor((nth - 1) / 26)) + String.fromCharCode(65 + ((nth - 1) % 26));

/** Every third registration is corrected immediately after its confirmation. */
const CORRECTED_AT_ONCE = 3;

/** Corrects registrations (S30) with names that are each used once. */
export class Corrections {
  readonly #reckoning: ExpectedState;
  #made = 0;
  #offered = 0;

  constructor(reckoning: ExpectedState) {
    this.#reckoning = reckoning;
  }

  /** Corrects the name of a registration, and every second time its photo. */
  async correct(tablet: Pick<Tablet, 'call'>, { document, entryId }: Confirmed, page?: Page): Promise<void> {
    if (entryId === null) return;
    this.#made += 1;
    const name = `${CORRECTED_NAME}${lettersOf(this.#made)}`;
    const photo = await tablet.call('correct', [entryId, name, this.#made % 2 === 0], page);
    if (photo !== undefined) this.#reckoning.isCorrected(document, name, photo);
  }

  /** Corrects every third registration as soon as it is confirmed. */
  async correctAtOnce(tablet: Pick<Tablet, 'call'>, confirmed: Confirmed, page?: Page): Promise<void> {
    this.#offered += 1;
    if (this.#offered % CORRECTED_AT_ONCE === 0) await this.correct(tablet, confirmed, page);
  }

  /** Corrects the member's last two registrations, the second of them twice, whether they are sent, in flight or rejected. */
  async correctSome(tablet: Pick<Tablet, 'call'>, { id }: Member): Promise<void> {
    const mine = this.#reckoning.confirmed.filter(({ userId }) => userId === id);
    for (const nth of [1, 2, 2]) {
      const chosen = mine.at(-nth);
      if (chosen) await this.correct(tablet, chosen);
    }
  }
}
