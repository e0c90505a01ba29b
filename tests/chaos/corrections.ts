import type { Page } from '@playwright/test';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { CapturedRegistration } from './page/chaos-page.ts';
import { CORRECTED_NAME_PREFIX, type ExpectedState } from './expected-state.ts';
import type { Tablet } from './tablet.ts';

/** Returns 'A' for 1 and 'AA' for 27, because names cannot contain digits. */
const lettersOfNumber = (nth: number): string =>
  nth === 0 ? '' : lettersOfNumber(Math.floor((nth - 1) / 26)) + String.fromCharCode(65 + ((nth - 1) % 26));

/** Every third registration is corrected immediately after its confirmation. */
const REGISTRATIONS_PER_CORRECTION = 3;

/** Corrects registrations (S30). Each correction sets a name that no other correction uses. */
export class RegistrationCorrector {
  readonly #reckoning: ExpectedState;
  #made = 0;
  #offered = 0;

  constructor(reckoning: ExpectedState) {
    this.#reckoning = reckoning;
  }

  /** Corrects the name of a registration; every second call also replaces the photo. */
  async correct(
    tablet: Pick<Tablet, 'call'>,
    { document, entryId }: CapturedRegistration,
    page?: Page,
  ): Promise<void> {
    if (entryId === null) return;
    this.#made += 1;
    const name = `${CORRECTED_NAME_PREFIX}${lettersOfNumber(this.#made)}`;
    const photo = await tablet.call('correct', [entryId, name, this.#made % 2 === 0], page);
    if (photo !== undefined) this.#reckoning.isCorrected(document, name, photo);
  }

  /** Corrects every third registration immediately after its confirmation. */
  async correctImmediately(
    tablet: Pick<Tablet, 'call'>,
    confirmed: CapturedRegistration,
    page?: Page,
  ): Promise<void> {
    this.#offered += 1;
    if (this.#offered % REGISTRATIONS_PER_CORRECTION === 0) await this.correct(tablet, confirmed, page);
  }

  /**
   * Corrects the user's last two registrations, first the newest one once and then the one before it twice. The registrations
   * may already be sent, in flight or rejected.
   */
  async correctLastTwo(tablet: Pick<Tablet, 'call'>, { id }: ClinicUser): Promise<void> {
    const mine = this.#reckoning.confirmed.filter(({ userId }) => userId === id);
    for (const nth of [1, 2, 2]) {
      const chosen = mine.at(-nth);
      if (chosen) await this.correct(tablet, chosen);
    }
  }
}
