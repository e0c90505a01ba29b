import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import { highestPendingCountAfter, syncMessage, type SyncCounts } from './sync-messages.ts';

const up: ConnectionState = { name: 'up', since: 1 };
const down: Extract<ConnectionState, { name: 'down' }> = {
  name: 'down',
  since: 1,
  cause: 'no_answer',
  failures: 1,
  nextProbeAt: 2,
};
const unknown: ConnectionState = { name: 'unknown' };
const counts = (unsent: number, attention = 0, sending = 0, others = 0): SyncCounts => ({
  unsent,
  attention,
  sending,
  others,
});

describe('S17 sync state text', () => {
  it.each<[string, SyncCounts, ConnectionState, number]>([
    ['Todo enviado', counts(0), up, 0],
    ['Todo enviado', counts(0), unknown, 0],
    ['Todo lo tuyo, enviado', counts(0, 0, 0, 3), up, 0],
    ['Sin conexión', counts(0), down, 0],
    ['Sin conexión · 3 por enviar', counts(3), down, 3],
    ['Sin conexión · 2 por enviar', counts(3, 1), down, 2],
    ['Sin conexión · 1\u00a0requiere\u00a0atención', counts(1, 1), down, 0],
    ['Sin servidor · 3 por enviar', counts(3), { ...down, cause: 'portal' }, 3],
    ['Enviando 1 de 5', counts(5, 0, 1), up, 5],
    ['Enviando 2 de 5', counts(4, 0, 2), up, 5],
    ['Enviando 5 de 5', counts(2, 1, 1), up, 5],
    ['Enviando 1 de 1', counts(1, 0, 1), up, 0],
    ['3 por enviar', counts(3), up, 3],
    ['1 requiere atención', counts(1, 1), up, 0],
    ['2 requieren atención', counts(5, 2), up, 3],
  ])('the top bar shows the sync state "%s"', (text, summary, link, peak) => {
    expect(syncMessage(summary, link, peak).text).toBe(text);
  });

  it("S10 the sync state has the kind 'bad' when one entry needs attention and others are waiting", () => {
    expect(syncMessage(counts(4, 1), up, 3).kind).toBe('bad');
  });
});

describe('S17 largest number of unsent entries during a sending run', () => {
  it('the total of a sending run grows with new entries, stays while entries are sent, and returns to 0 when all are sent', () => {
    const summaries = [counts(2), counts(5), counts(3), counts(2, 1), counts(1, 1), counts(2, 1)];
    const peaks = summaries.reduce<number[]>(
      (seen, next) => [...seen, highestPendingCountAfter(seen.at(-1) ?? 0, next)],
      [],
    );
    expect(peaks).toEqual([2, 5, 5, 5, 0, 1]);
  });
});
