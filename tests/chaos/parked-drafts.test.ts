import { describe, expect, it } from 'vitest';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { CapturedRegistration } from './page/chaos-page.ts';
import type { ParkedDraftState } from './page/parked.ts';
import { ExpectedState } from './expected-state.ts';
import { compareParked, ExpectedParkedDrafts, type TabletCalls } from './parked-drafts.ts';

const ANA_USER: ClinicUser = { id: 'ana', email: 'ana@alisos.demo', name: 'Ana', password: 'p' };
const parkedVisit: CapturedRegistration = {
  document: '97',
  userId: ANA_USER.id,
  turn: null,
  entryId: null,
  photo: 'p1',
  signature: 's1',
};
const parkedState = (patch: Partial<ParkedDraftState> = {}): ParkedDraftState => ({
  document: '97',
  photo: 'p1',
  signature: 's1',
  ...patch,
});

/** Returns a simulated tablet that responds with `answers` and records the names of the calls in `asked`. */
function createTabletStub(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const call = (name: string) => {
    asked.push(name);
    return Promise.resolve(answers[name]);
  };
  return { asked, tablet: { call } as unknown as TabletCalls };
}

/** Returns a record of parked drafts to which one registration has been added. */
async function createRecordWithDraft(reckoning = new ExpectedState()): Promise<ExpectedParkedDrafts> {
  const parkedOne = new ExpectedParkedDrafts(reckoning);
  await parkedOne.park(createTabletStub({ park: parkedVisit }).tablet, 1);
  return parkedOne;
}

describe('S27 P10.236 parked drafts in the chaos run', () => {
  it.each<[what: string, found: ParkedDraftState[], told: RegExp | null]>([
    ['nothing when each is there once as captured', [parkedState()], null],
    ['who is missing', [], /^missing: 97/],
    ['who is there twice', [parkedState(), parkedState()], /^doubled: 97/],
    ['another photo', [parkedState({ photo: 'p2' })], /^photo of 97/],
    ['no signature', [parkedState({ signature: null })], /^signature of 97, who waits: none/],
    ['somebody whom nobody parked', [parkedState(), parkedState({ document: '98' })], /^nobody parked: 98/],
    ['what does not open', [parkedState(), parkedState({ document: null })], /^nobody parked: damaged/],
  ])('the comparison of parked drafts with the tablet’s list reports %s', (_what, found, told) => {
    const [difference = null, ...more] = compareParked([parkedVisit], found);
    expect(more).toEqual([]);
    if (told) expect(difference).toMatch(told);
    else expect(difference).toBeNull();
  });

  it.each([
    ['nothing when a colleague gets nothing', { lie: 1, open: 0, taken: 0 }, 0],
    ['one whom a colleague has opened', { lie: 1, open: 1, taken: 0 }, 1],
    ['one whom a colleague has taken', { lie: 1, open: 0, taken: 1 }, 1],
    ['one who went with the sign-out', { lie: 0, open: 0, taken: 0 }, 1],
  ])('the check that another user cannot get parked drafts reports %s', async (_what, colleagues, told) => {
    const waiting = await createRecordWithDraft();
    await waiting.isClosedTo(createTabletStub({ colleagues }).tablet, ANA_USER);
    expect(waiting.differences).toHaveLength(told);
  });

  it.each([
    ['nothing', { drafts: 0, strays: 0 }, 0],
    ['a draft', { drafts: 1, strays: 0 }, 1],
    ['a picture', { drafts: 0, strays: 1 }, 1],
  ])(
    'after a loss of the database, the check reports a difference if a draft or a picture is left (here: %s)',
    async (_what, draftsAndStrays, told) => {
      const waiting = await createRecordWithDraft();
      await waiting.checkLost(createTabletStub({ draftsAndStrays }).tablet);
      expect(waiting.differences).toHaveLength(told);
      expect(waiting.figures()).toEqual({ parked: 1, broughtBack: 0, lostWaiting: 1 });
      await waiting.inspectDrafts(createTabletStub({ waiting: [parkedState()] }).tablet, ANA_USER);
      expect(waiting.differences).toHaveLength(told + 1);
    },
  );

  it('the chaos run expects a confirmed draft on the server, and reports a parked draft that the form cannot open', async () => {
    const reckoning = new ExpectedState();
    const waiting = await createRecordWithDraft(reckoning);
    await waiting.park(createTabletStub({ park: { ...parkedVisit, document: '98' } }).tablet, 1);
    const page = [] as never[];
    await waiting.reopenDraft(
      createTabletStub({ take: 'exchanged', confirm: { turn: 'B-1', entryId: 'e' } }).tablet,
      ANA_USER,
      page,
      1,
    );
    await waiting.reopenDraft(createTabletStub({ take: 'gone' }).tablet, ANA_USER, page);
    expect(waiting.differences).toEqual(['missing: 98, brought back: gone']);
    expect(reckoning.compare(ANA_USER.id, [])).toEqual(['missing: 97']);
    expect(reckoning.figures()).toMatchObject({ confirmed: 1, turns: 1 });
  });

  it.each([
    ['both windows', ['exchanged', 'exchanged'], /^doubled: 97/],
    ['neither', ['gone', 'changed'], /^missing: 97/],
    ['one', ['changed', 'exchanged'], null],
  ] as const)(
    'when two windows request the same draft, the check reports a difference unless exactly one of them gets it (here: %s)',
    async (_who, outcomes, told) => {
      const waiting = await createRecordWithDraft();
      const left = [...outcomes];
      const { tablet: answers } = createTabletStub({ confirm: { turn: null, entryId: null } });
      const call = (name: string) =>
        name === 'take' ? Promise.resolve(left.shift()) : answers.call(name as 'confirm', ['97']);
      await waiting.requestSameDraft({ call } as unknown as TabletCalls, ANA_USER, [
        null as never,
        null as never,
      ]);
      expect(waiting.differences).toEqual(told ? [expect.stringMatching(told)] : []);
    },
  );
});
