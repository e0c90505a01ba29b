import type { ItemEvent, WaitCause } from '#domain/outbox/item.ts';
import type { ClaimedItem, OutboxStore } from '#domain/outbox/ports.ts';
import { isRetryWaitOver } from '#domain/outbox/transition.ts';
import { db } from '../../database/database.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import { runPriorityStorageOperation } from '../../base/problem.ts';
import { TransactionBatcher } from '../../database/shared-transaction.ts';
import type { ItemRow } from '../../database/records.ts';
import { claimNextItems, type ItemClaimRequest } from './claims.ts';
import { entryClosingTables } from '../rows/close-entries.ts';
import { itemsInState } from '../rows/due.ts';
import { unblockWaitingCorrections } from '../rows/held-corrections.ts';
import { storeRowAfterEvent } from '../rows/moves.ts';
import { encryptRejection } from '../rows/outbox-rows.ts';
import { recordSendResults, type RecordableSendResult } from './results.ts';

function recoverAndUnblockItems(ownerId: string, now: number): Promise<void> {
  return runPriorityStorageOperation(() =>
    db.transaction('rw', [db.items, db.entries, db.receipts], async () => {
      for (const row of await itemsInState(ownerId, 'sending').toArray())
        await storeRowAfterEvent(row, { type: 'orphan' }, now);
      await unblockWaitingCorrections(ownerId);
    }),
  );
}

function wakeWaitingItems(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void> {
  const canBecomeDue = (row: ItemRow) =>
    row.state.name === 'waiting' && (causes.includes(row.state.cause) || isRetryWaitOver(row.state, now));
  return runPriorityStorageOperation(() =>
    db.transaction('rw', db.items, async () => {
      const waiting = await itemsInState(ownerId, 'waiting').toArray(); // Reads all rows at once: a Dexie filter would request them one after another.
      for (const row of waiting.filter(canBecomeDue)) await storeRowAfterEvent(row, { type: 'retry' }, now);
    }),
  );
}

type ClaimOrSendResult =
  | (ItemClaimRequest & { readonly type: 'claim' })
  | (RecordableSendResult & { readonly type: 'result' });

/**
 * Records results before claims, because a delivered evaluation makes files due that a claim in the same transaction can take.
 * Each row is written once.
 */
async function recordResultsAndClaim(turns: readonly ClaimOrSendResult[]): Promise<(ClaimedItem | null)[]> {
  const unwritten = await recordSendResults(turns.filter((turn) => turn.type === 'result'));
  const claimed = await claimNextItems(
    turns.filter((turn) => turn.type === 'claim'),
    unwritten,
  );
  if (unwritten.size > 0) await db.items.bulkPut([...unwritten.values()]);
  return turns.map((turn) => (turn.type === 'claim' ? (claimed.shift() ?? null) : null));
}

/** Transaction shared by all claims and results that occur at the same time, because one commit is faster than many. */
const outboxTransactionBatcher = new TransactionBatcher((turns: readonly ClaimOrSendResult[]) =>
  db.transaction('rw', [...entryClosingTables(), db.patients], async () => recordResultsAndClaim(turns)),
);

const claimNext: OutboxStore['claimNext'] = (ownerId, now, only) =>
  runPriorityStorageOperation(() => outboxTransactionBatcher.ask({ type: 'claim', ownerId, now, only }));

function recordSendResult(claimed: ClaimedItem, event: ItemEvent, now: number): Promise<void> {
  const { id, ownerId } = claimed.item;
  return runPriorityStorageOperation(async () => {
    const refusal = 'refusal' in event ? event.refusal : undefined;
    const sealed = refusal ? await encryptRejection(await requireKeysOf(ownerId), id, refusal) : null;
    await outboxTransactionBatcher.ask({ type: 'result', claimed, event, now, sealed });
  });
}

export const outboxStore: OutboxStore = {
  recoverOrphans: recoverAndUnblockItems,
  wake: wakeWaitingItems,
  claimNext,
  settle: recordSendResult,
};
