import type { Page } from '@playwright/test';
import { createVisitor } from '#tests/support/base/patients.ts';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { CapturedRegistration } from './page/chaos-page.ts';
import type { ParkedDraftState } from './page/parked.ts';
import type { ExpectedState } from './expected-state.ts';
import type { ChaosReport } from './report.ts';
import type { Tablet } from './tablet.ts';

/** Calls of the tablet; the tests replace them. */
export type TabletCalls = Pick<Tablet, 'call'>;

/**
 * Returns the differences between the parked drafts and the tablet's list, which must contain each draft once with its own
 * pictures.
 */
export function compareParked(
  parked: readonly CapturedRegistration[],
  found: readonly ParkedDraftState[],
): string[] {
  const known = new Set<string | null>(parked.map(({ document }) => document));
  return [
    ...parked.flatMap((person) => findDraftProblems(person, found)),
    ...found.flatMap(({ document }) =>
      known.has(document) ? [] : [`nobody parked: ${document ?? 'damaged'}`],
    ),
  ];
}

function findDraftProblems(person: CapturedRegistration, found: readonly ParkedDraftState[]): string[] {
  const { document } = person;
  const [waits, ...more] = found.filter((row) => row.document === document);
  if (!waits) return [`missing: ${document}, who waits`];
  if (more.length > 0) return [`doubled: ${document}, who waits (${more.length + 1} times)`];
  return (['photo', 'signature'] as const).flatMap((kind) =>
    waits[kind] === person[kind]
      ? []
      : [`${kind} of ${document}, who waits: ${waits[kind] ?? 'none'}, captured ${person[kind]}`],
  );
}

/** Records the drafts that were parked on the tablet (S27) and compares them with the tablet's own list. */
export class ExpectedParkedDrafts {
  readonly differences: string[] = [];
  readonly #reckoning: ExpectedState;
  #waiting: CapturedRegistration[] = [];
  readonly #figures = { parked: 0, broughtBack: 0, lostWaiting: 0 };

  constructor(reckoning: ExpectedState) {
    this.#reckoning = reckoning;
  }

  figures(): Pick<ChaosReport, 'parked' | 'broughtBack' | 'lostWaiting'> {
    return this.#figures;
  }

  #of({ id }: ClinicUser): CapturedRegistration[] {
    return this.#waiting.filter(({ userId }) => userId === id);
  }

  async park(tablet: TabletCalls, count: number, page?: Page): Promise<void> {
    for (let nth = 0; nth < count; nth += 1) {
      this.#waiting.push(await tablet.call('park', [createVisitor().document], page));
      this.#figures.parked += 1;
    }
  }

  /** Compares the recorded drafts with the list in this window. `member` must be the current user. */
  async inspectDrafts(tablet: TabletCalls, member: ClinicUser, page?: Page): Promise<void> {
    const found = await tablet.call('waiting', [], page);
    this.differences.push(...compareParked(this.#of(member), found));
  }

  /**
   * Checks, while another user is signed in, that the tablet stores the parked drafts of `member` but does not show them (D1,
   * S16).
   */
  async isClosedTo(tablet: TabletCalls, member: ClinicUser): Promise<void> {
    const { lie, open, taken } = await tablet.call('colleagues', [member.id]);
    const parked = this.#of(member).length;
    if (lie !== parked) this.differences.push(`${parked} of a colleague were parked, ${lie} wait`);
    if (open + taken > 0)
      this.differences.push(`of a colleague's who wait ${open} opened, ${taken} were taken`);
  }

  /**
   * Brings parked drafts back in the order of parking and confirms each one before the next. Without `count`, brings all drafts
   * back.
   */
  async reopenDraft(
    tablet: TabletCalls,
    member: ClinicUser,
    pages: readonly Page[],
    count = Infinity,
  ): Promise<void> {
    for (const [nth, person] of this.#of(member).slice(0, count).entries()) {
      const page = pages[nth % pages.length];
      const outcome = await tablet.call('take', [person.document], page);
      if (outcome === 'exchanged') await this.#confirm(tablet, person, page);
      else this.#leaves(person, `missing: ${person.document}, brought back: ${outcome}`);
    }
  }

  /** Requests the same draft in two windows concurrently and checks that exactly one window gets it. */
  async requestSameDraft(tablet: TabletCalls, member: ClinicUser, pages: readonly Page[]): Promise<void> {
    const [person] = this.#of(member);
    if (!person) return;
    const takes = pages.map(async (page) => ({
      page,
      outcome: await tablet.call('take', [person.document], page),
    }));
    const outcomes = await Promise.all(takes);
    const [first, ...more] = outcomes.filter(({ outcome }) => outcome === 'exchanged');
    const told = outcomes.map(({ outcome }) => outcome).join(' and ');
    if (more.length > 0) this.differences.push(`doubled: ${person.document}, brought back: ${told}`);
    if (first) await this.#confirm(tablet, person, first.page);
    else this.#leaves(person, `missing: ${person.document}, brought back: ${told}`);
  }

  /**
   * Checks the tablet after the loss of the database: drafts have no second copy (S27), so no draft and no draft picture may
   * remain.
   */
  async checkLost(tablet: TabletCalls): Promise<void> {
    this.#figures.lostWaiting += this.#waiting.length;
    this.#waiting = [];
    const { drafts, strays } = await tablet.call('draftsAndStrays', []);
    if (drafts + strays > 0)
      this.differences.push(`after the loss: ${drafts} drafts, ${strays} pictures that nothing names`);
  }

  async #confirm(tablet: TabletCalls, person: CapturedRegistration, page: Page | undefined): Promise<void> {
    const confirmed = await tablet.call('confirm', [person.document], page);
    this.#reckoning.isConfirmed({ ...person, ...confirmed });
    this.#figures.broughtBack += 1;
    this.#leaves(person);
  }

  #leaves(person: CapturedRegistration, ...differences: string[]): void {
    this.#waiting = this.#waiting.filter((other) => other !== person);
    this.differences.push(...differences);
  }
}
