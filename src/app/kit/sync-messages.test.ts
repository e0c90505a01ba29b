import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import { nextPeakUnsentCount, syncMessage, type SyncCounts } from './sync-messages.ts';

const connectionUp: ConnectionState = { name: 'up', since: 1 };
const connectionDown: Extract<ConnectionState, { name: 'down' }> = {
  name: 'down',
  since: 1,
  cause: 'no_answer',
  failures: 1,
  nextProbeAt: 2,
};
const connectionUnknown: ConnectionState = { name: 'unknown' };
const createSyncCounts = (unsent: number, attention = 0, sending = 0, others = 0): SyncCounts => ({
  unsent,
  attention,
  sending,
  others,
});

describe('S17 sync state text', () => {
  it.each<[string, SyncCounts, ConnectionState, number]>([
    ['Todo enviado', createSyncCounts(0), connectionUp, 0],
    ['Todo enviado', createSyncCounts(0), connectionUnknown, 0],
    ['Todo lo tuyo, enviado', createSyncCounts(0, 0, 0, 3), connectionUp, 0],
    ['Sin conexión', createSyncCounts(0), connectionDown, 0],
    ['Sin conexión · 3 por enviar', createSyncCounts(3), connectionDown, 3],
    ['Sin conexión · 2 por enviar', createSyncCounts(3, 1), connectionDown, 2],
    ['Sin conexión · 1\u00a0requiere\u00a0atención', createSyncCounts(1, 1), connectionDown, 0],
    ['Sin servidor · 3 por enviar', createSyncCounts(3), { ...connectionDown, cause: 'portal' }, 3],
    ['Enviando 1 de 5', createSyncCounts(5, 0, 1), connectionUp, 5],
    ['Enviando 2 de 5', createSyncCounts(4, 0, 2), connectionUp, 5],
    ['Enviando 5 de 5', createSyncCounts(2, 1, 1), connectionUp, 5],
    ['Enviando 1 de 1', createSyncCounts(1, 0, 1), connectionUp, 0],
    ['3 por enviar', createSyncCounts(3), connectionUp, 3],
    ['1 requiere atención', createSyncCounts(1, 1), connectionUp, 0],
    ['2 requieren atención', createSyncCounts(5, 2), connectionUp, 3],
  ])('the top bar shows the sync state "%s"', (text, summary, link, peak) => {
    expect(syncMessage(summary, link, peak).text).toBe(text);
  });

  it("S10 the sync state has the kind 'bad' when one entry requires a user's action and others are waiting", () => {
    expect(syncMessage(createSyncCounts(4, 1), connectionUp, 3).kind).toBe('bad');
  });
});

describe('S17 largest number of unsent entries during a sending run', () => {
  it('the total of a sending run grows with new entries, stays while entries are sent, and returns to 0 when all are sent', () => {
    const summaries = [
      createSyncCounts(2),
      createSyncCounts(5),
      createSyncCounts(3),
      createSyncCounts(2, 1),
      createSyncCounts(1, 1),
      createSyncCounts(2, 1),
    ];
    const peaks = summaries.reduce<number[]>(
      (seen, next) => [...seen, nextPeakUnsentCount(seen.at(-1) ?? 0, next)],
      [],
    );
    expect(peaks).toEqual([2, 5, 5, 5, 0, 1]);
  });
});
