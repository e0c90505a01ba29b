import type { ItemEvent, WaitCause } from '#domain/outbox/item.ts';
import type { ClaimedItem, OutboxStore } from '#domain/outbox/ports.ts';
import { isDue } from '#domain/outbox/transition.ts';
import { db } from '../database/database.ts';
import { keysOf } from '../keys/keyring.ts';
import { storingFirst } from '../base/problem.ts';
import { SharedTransaction } from '../database/shared-transaction.ts';
import type { ItemRow } from '../database/records.ts';
import { claimTogether, type Claim } from './claims.ts';
import { closeEntryTables } from './rows/closing.ts';
import { itemsIn } from './rows/due.ts';
import { placeCorrections } from './rows/holding.ts';
import { moveRow } from './rows/moves.ts';
import { encryptRejection } from './rows/outbox-rows.ts';
import { recordResults, type Result } from './results.ts';

function recoverOrphans(ownerId: string, now: number): Promise<void> {
  return storingFirst(() =>
    db.transaction('rw', [db.items, db.entries, db.receipts], async () => {
      for (const row of await itemsIn(ownerId, 'sending').toArray())
        await moveRow(row, { type: 'orphan' }, now);
      await placeCorrections(ownerId);
    }),
  );
}

function wake(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void> {
  const wakes = (row: ItemRow) =>
    row.state.name === 'waiting' && (causes.includes(row.state.cause) || isDue(row.state, now));
  return storingFirst(() =>
    db.transaction('rw', db.items, async () => {
      const waiting = await itemsIn(ownerId, 'waiting').toArray(); // A filter of Dexie's would request one row after another.
      for (const row of waiting.filter(wakes)) await moveRow(row, { type: 'retry' }, now);
    }),
  );
}

type Turn = (Claim & { readonly type: 'claim' }) | (Result & { readonly type: 'result' });

/**
 * Records results before claims: a delivered evaluation frees files that the claims in the same transaction may take. Each row
 * is written once.
 */
async function recordAndClaim(turns: readonly Turn[]): Promise<(ClaimedItem | null)[]> {
  const unwritten = await recordResults(turns.filter((turn) => turn.type === 'result'));
  const claimed = await claimTogether(
    turns.filter((turn) => turn.type === 'claim'),
    unwritten,
  );
  if (unwritten.size > 0) await db.items.bulkPut([...unwritten.values()]);
  return turns.map((turn) => (turn.type === 'claim' ? (claimed.shift() ?? null) : null));
}

/** Transaction shared by claims and results of items that are in flight at the same time. */
const shared = new SharedTransaction((turns: readonly Turn[]) =>
  db.transaction('rw', [...closeEntryTables(), db.patients], async () => recordAndClaim(turns)),
);

const claimNext: OutboxStore['claimNext'] = (ownerId, now, only) =>
  storingFirst(() => shared.ask({ type: 'claim', ownerId, now, only }));

function settle(claimed: ClaimedItem, event: ItemEvent, now: number): Promise<void> {
  const { id, ownerId } = claimed.item;
  return storingFirst(async () => {
    const refusal = 'refusal' in event ? event.refusal : undefined;
    const sealed = refusal ? await encryptRejection(await keysOf(ownerId), id, refusal) : null;
    await shared.ask({ type: 'result', claimed, event, now, sealed });
  });
}

export const outboxStore: OutboxStore = { recoverOrphans, wake, claimNext, settle };
