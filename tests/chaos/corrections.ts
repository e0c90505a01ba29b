import type { Page } from '@playwright/test';
import type { Member } from '#tests/support/provider/clinic.ts';
import type { Confirmed } from './page/chaos-page.ts';
import { CORRECTED_NAME, type ExpectedState } from './reckoning.ts';
import type { Tablet } from './tablet.ts';

/** Returns 1 as 'A' and 27 as 'AA', because a name has no digits. */
const lettersOf = (nth: number): string =>
  nth === 0 ? '' : lettersOf(Math.floor((nth - 1) / 26)) + String.fromCharCode(65 + ((nth - 1) % 26));

/** Number of registrations of which one is corrected immediately after its confirmation. */
const CORRECTED_AT_ONCE = 3;

/** Corrects registrations (S30), each with a unique name. */
export class Corrections {
  readonly #reckoning: ExpectedState;
  #made = 0;
  #offered = 0;

  constructor(reckoning: ExpectedState) {
    this.#reckoning = reckoning;
  }

  /** Corrects the name, and the photo every second time. */
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

  /** Corrects the member's last registrations, whether sent, in flight or rejected; one of them twice. */
  async correctSome(tablet: Pick<Tablet, 'call'>, { id }: Member): Promise<void> {
    const mine = this.#reckoning.confirmed.filter(({ userId }) => userId === id);
    for (const nth of [1, 2, 2]) {
      const chosen = mine.at(-nth);
      if (chosen) await this.correct(tablet, chosen);
    }
  }
}
