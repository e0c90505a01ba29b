import { describe, expect, it } from 'vitest';
import type { BoardView } from '#contract/records/waiting-room.ts';
import {
  type BoardCall,
  type BoardResponse,
  INITIAL_STATE,
  callAnnouncement,
  isReloadDue,
  linkNotice,
  nextBoardState,
  pollDelayMs,
  shownCalls,
} from './board-state.ts';

const NOW = Date.parse('2026-03-10T10:42:00-05:00');
const MINUTE_MS = 60_000;

const createCall = (turn: string, at = NOW): BoardCall => ({
  id: `0195f3a0-0000-7000-8000-0000000000${turn.slice(-2).padStart(2, '0')}`,
  turn,
  name: null,
  room: 'Consultorio 2',
  called_at: new Date(at).toISOString(),
});
const createResponse = (calls: readonly BoardCall[], changes: Partial<BoardView> = {}): BoardResponse => ({
  type: 'view',
  etag: '"1"',
  view: {
    clinic: 'IPS Alisos',
    branch: 'Bogotá',
    server_time: new Date(NOW).toISOString(),
    page_version: 'v1',
    calls: [...calls],
    ...changes,
  },
});
const stateAfter = (...responses: readonly BoardResponse[]) =>
  responses.reduce((state, response) => nextBoardState(state, response, NOW).state, INITIAL_STATE);
const FAILED: BoardResponse = { type: 'failed' };

describe('P10.402 calls that sound', () => {
  it('P10.402 the board plays no sound for the calls of the first response, and one sound for each later call, even a repeated one', () => {
    const first = nextBoardState(INITIAL_STATE, createResponse([createCall('B-4')]), NOW);
    expect(first.arrived).toEqual([]);
    const second = nextBoardState(first.state, createResponse([createCall('B-5'), createCall('B-4')]), NOW);
    expect(second.arrived.map(({ turn }) => turn)).toEqual(['B-5']);
    const same = nextBoardState(second.state, createResponse([createCall('B-5'), createCall('B-4')]), NOW);
    expect(same.arrived).toEqual([]);
    const repeated = { ...createCall('B-4'), id: '0195f3a0-0000-7000-8000-000000000099' };
    expect(nextBoardState(same.state, createResponse([repeated]), NOW).arrived).toEqual([repeated]);
  });

  it('P10.402 after an outage only calls of the last five minutes sound', () => {
    const before = stateAfter(createResponse([]), FAILED, FAILED);
    const calls = [createCall('B-6', NOW - MINUTE_MS), createCall('B-5', NOW - 6 * MINUTE_MS)];
    const step = nextBoardState(before, createResponse(calls), NOW);
    expect(step.arrived.map(({ turn }) => turn)).toEqual(['B-6']);
    expect(shownCalls(step.state, NOW)).toHaveLength(2);
  });

  it('P10.402 the announcement names the calls in their order', () => {
    const named = { ...createCall('B-5'), name: 'Ana G.' };
    expect(callAnnouncement([named, createCall('B-4')])).toBe(
      'B-4, Consultorio 2. B-5, Ana G., Consultorio 2',
    );
  });
});

describe('P10.403 dropped network', () => {
  it('P10.403 the board keeps its calls and, from the second failed request on, shows since when the network is missing', () => {
    const up = stateAfter(createResponse([createCall('B-4')]));
    const once = nextBoardState(up, FAILED, NOW + MINUTE_MS).state;
    expect(linkNotice(once)).toBe('');
    const lost = nextBoardState(once, FAILED, NOW + 2 * MINUTE_MS).state;
    expect(linkNotice(lost)).toBe('Sin conexión desde las 10:42');
    expect(shownCalls(lost, NOW + 2 * MINUTE_MS)).toHaveLength(1);
    expect(linkNotice(nextBoardState(lost, { type: 'unchanged', serverTime: null }, NOW).state)).toBe('');
  });

  it("P10.403 the board shows times by the server's clock even if the clock of its device is wrong", () => {
    const wrong = NOW + 90 * MINUTE_MS;
    const up = nextBoardState(INITIAL_STATE, createResponse([createCall('B-4')]), wrong).state;
    const lost = [FAILED, FAILED].reduce((state, each) => nextBoardState(state, each, wrong).state, up);
    expect(linkNotice(lost)).toBe('Sin conexión desde las 10:42');
  });

  it("P10.403 a 304 response corrects the board's clock only if the difference exceeds the precision of the Date header", () => {
    const up = nextBoardState(INITIAL_STATE, createResponse([createCall('B-4')]), NOW).state;
    const offsetAfter = (serverTime: number) =>
      nextBoardState(up, { type: 'unchanged', serverTime }, NOW).state.clockOffsetMs;
    expect([offsetAfter(NOW - 900), offsetAfter(NOW + MINUTE_MS)]).toEqual([0, MINUTE_MS]);
  });

  it('P10.403 the board says that there is no connection when no response has ever arrived', () => {
    expect(linkNotice(INITIAL_STATE)).toBe('Conectando…');
    expect(linkNotice(stateAfter(FAILED, FAILED))).toBe('Sin conexión. Se sigue intentando.');
  });

  it('P10.403 the calls of the previous day disappear at midnight, also without network', () => {
    const state = stateAfter(createResponse([createCall('B-4')]));
    expect(shownCalls(state, Date.parse('2026-03-10T23:59:00-05:00'))).toHaveLength(1);
    expect(shownCalls(state, Date.parse('2026-03-11T00:00:00-05:00'))).toEqual([]);
  });

  it("P10.403 the delay before the board's next request grows with each failure up to 30 s, and is 3 s after a response", () => {
    const delays = Array.from({ length: 6 }, (_none, failures) =>
      pollDelayMs({ ...INITIAL_STATE, failures }, 0),
    );
    expect(delays).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000]);
    expect(pollDelayMs({ ...INITIAL_STATE, failures: 100_000 }, 1)).toBe(24_000);
    expect(pollDelayMs({ ...INITIAL_STATE, link: 'revoked' }, 0)).toBe(60_000);
  });

  it('P10.403 the state of a board that is open for weeks has a bounded size', () => {
    let state = INITIAL_STATE;
    for (let nth = 0; nth < 20_000; nth += 1)
      state = nextBoardState(
        state,
        nth % 3 === 0 ? FAILED : createResponse([createCall(`B-${nth % 90}`)]),
        NOW + nth,
      ).state;
    expect(JSON.stringify(state).length).toBeLessThan(2_000);
  });
});

it('P10.393 a board with a revoked link shows no calls and says why, also when the network fails afterwards', () => {
  const revoked = stateAfter(createResponse([createCall('B-4')]), { type: 'revoked' });
  expect(shownCalls(revoked, NOW)).toEqual([]);
  for (const state of [revoked, nextBoardState(revoked, FAILED, NOW).state])
    expect(linkNotice(state)).toBe('Este enlace ya no sirve. Pide uno nuevo al administrador.');
});

it('P10.404 the board reloads to another version of its page after ten minutes, but not while a call is new or the network fails', () => {
  const old = NOW - 10 * MINUTE_MS;
  const quiet = stateAfter(createResponse([createCall('B-4', NOW - MINUTE_MS)], { page_version: 'v2' }));
  expect(isReloadDue(quiet, 'v1', old, NOW)).toBe(true);
  expect(isReloadDue(quiet, 'v2', old, NOW)).toBe(false);
  expect(isReloadDue(quiet, 'v1', old + 1, NOW)).toBe(false);
  const busy = stateAfter(createResponse([createCall('B-4')], { page_version: 'v2' }));
  expect(isReloadDue(busy, 'v1', old, NOW)).toBe(false);
  const lost = [FAILED, FAILED].reduce((state, each) => nextBoardState(state, each, NOW).state, quiet);
  expect(isReloadDue(lost, 'v1', old, NOW)).toBe(false);
});
