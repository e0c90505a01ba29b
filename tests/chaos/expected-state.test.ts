import { expect, it } from 'vitest';
import type { ReceivedRegistration } from '#tests/support/server/clinic.ts';
import { ExpectedState } from './expected-state.ts';

const ANA_TEST_USER_ID = 'ana';
const pictures = { photo: 'p1', signature: 's1' };
const createArrivedRegistration = (patch: Partial<ReceivedRegistration> = {}): ReceivedRegistration => ({
  id: '1',
  document: '97',
  ...pictures,
  ...patch,
});

function sampleState(): ExpectedState {
  const counted = new ExpectedState();
  counted.recordUncertain('97');
  counted.isConfirmed({ document: '97', userId: ANA_TEST_USER_ID, turn: null, entryId: null, ...pictures });
  counted.recordUncertain('98'); // The tab died before it reported whether this registration was confirmed.
  return counted;
}

it.each<[what: string, arrived: ReceivedRegistration[], found: RegExp | null]>([
  ['nothing when all is as confirmed', [createArrivedRegistration()], null],
  [
    'nothing when what nobody was told of has arrived once',
    [createArrivedRegistration(), createArrivedRegistration({ document: '98' })],
    null,
  ],
  ['what is missing', [], /^missing: 97/],
  [
    'what is there twice',
    [createArrivedRegistration(), createArrivedRegistration({ id: '2' })],
    /^doubled: 97/,
  ],
  [
    'twice what nobody was told of',
    [
      createArrivedRegistration(),
      createArrivedRegistration({ document: '98' }),
      createArrivedRegistration({ document: '98' }),
    ],
    /^doubled: 98/,
  ],
  ['another photo', [createArrivedRegistration({ photo: 'p2' })], /^photo of 97/],
  ['no signature', [createArrivedRegistration({ signature: null })], /^signature of 97: none/],
  [
    'what nobody confirmed',
    [createArrivedRegistration(), createArrivedRegistration({ document: '99' })],
    /^nobody confirmed: 99/,
  ],
])('the comparison of confirmations with the server reports %s', (_what, arrived, found) => {
  const [difference = null, ...more] = sampleState().compare(ANA_TEST_USER_ID, arrived);
  expect(more).toEqual([]);
  if (found) expect(difference).toMatch(found);
  else expect(difference).toBeNull();
});

it('the comparison of confirmations with the server reports a registration that the server stores under another author', () => {
  expect(sampleState().compare('bea', [createArrivedRegistration()])).toEqual(['nobody confirmed: 97']);
});

it('S28 the check of the confirmations reports a queue number that two patients got on the same day', () => {
  const counted = new ExpectedState();
  const confirmWithQueueNumber = (document: string, turn: string | null, at: string) =>
    counted.isConfirmed(
      { document, userId: ANA_TEST_USER_ID, turn, entryId: null, ...pictures },
      Date.parse(at),
    );
  confirmWithQueueNumber('1', 'B-1', '2026-11-23T12:00:00Z');
  confirmWithQueueNumber('2', 'B-2', '2026-11-23T12:05:00Z');
  confirmWithQueueNumber('3', 'B-1', '2026-11-24T12:00:00Z');
  confirmWithQueueNumber('4', null, '2026-11-23T12:06:00Z');
  confirmWithQueueNumber('5', null, '2026-11-23T12:07:00Z');
  confirmWithQueueNumber('6', 'B-1', '2026-11-24T05:00:10Z');
  expect(counted.duplicateQueueNumbers()).toEqual([]);
  confirmWithQueueNumber('7', 'B-2', '2026-11-23T18:00:00Z');
  expect(counted.duplicateQueueNumbers()).toEqual(['one turn: B-2 on 2026-11-23, 2 and 7']);
  expect(counted.figures()).toMatchObject({ confirmed: 7, turns: 5, uncertain: 0 });
});

it('S30 P10.286 the comparison with the server reports a stored name or photo that differs from the last correction', () => {
  const counted = sampleState();
  counted.isCorrected('97', 'Nombre A', null);
  counted.isCorrected('97', 'Nombre B', 'another');
  const wrongNames = (first_name: string, document = '97') =>
    counted.compareNames(ANA_TEST_USER_ID, [{ document, first_name }]);
  expect(wrongNames('Nombre B')).toEqual([]);
  expect(wrongNames('Nombre A')).toEqual(['name of 97: Nombre A, confirmed Nombre B']);
  expect(wrongNames('Zoraida')).toEqual(['name of 97: Zoraida, confirmed Nombre B']);
  expect(counted.compare(ANA_TEST_USER_ID, [createArrivedRegistration()])).toEqual([
    expect.stringMatching(/^photo of 97/),
  ]);
  expect(counted.compare(ANA_TEST_USER_ID, [createArrivedRegistration({ photo: 'another' })])).toEqual([]);
  expect(counted.figures()).toMatchObject({ corrected: 2, correctedTwice: 1 });
});

it.each([
  ['no difference for the two values of a registration', [{ document: '97', right: 2, all: 2 }], []],
  ['a lost value', [{ document: '97', right: 1, all: 1 }], ['additional values of 97: 1 right of 1']],
  ['a changed value', [{ document: '97', right: 1, all: 2 }], ['additional values of 97: 1 right of 2']],
])('P10.353 the comparison of additional values reports %s', (_what, arrived, found) => {
  expect(sampleState().compareAdditional(arrived)).toEqual(found);
});
