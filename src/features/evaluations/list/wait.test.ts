import { expect, it } from 'vitest';
import { waitingTimeOf } from './wait.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-03-12T12:00:00-05:00');
const waitingTimeAfter = (minutes: number) => waitingTimeOf(NOON - minutes * MINUTE_MS, NOON);

it('P10.52 the waiting time is marked as long from 30 minutes on', () => {
  expect(waitingTimeAfter(0.5)).toBeNull();
  expect(waitingTimeAfter(29)).toEqual({ text: 'espera 29\u00a0min', time: '29\u00a0min', isLong: false });
  expect(waitingTimeAfter(30)).toEqual({ text: 'espera 30\u00a0min', time: '30\u00a0min', isLong: true });
  expect(waitingTimeAfter(125)).toEqual({ text: 'espera 2\u00a0h', time: '2\u00a0h', isLong: true });
  expect(waitingTimeAfter(24 * 60)).toBeNull();
});
