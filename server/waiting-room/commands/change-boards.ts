import { randomUUID } from 'node:crypto';
import { and, eq, count } from 'drizzle-orm';
import {
  type CreatedWaitingBoard,
  type WaitingBoard,
  type WaitingBoardBody,
  WORKING_BOARDS_MAX,
} from '#contract/records/waiting-room.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { hashToken, newToken } from '../../platform/access/session-token.ts';
import { fieldError, notFoundError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { branches } from '../../schema/catalogs.ts';
import { waitingBoards } from '../../schema/waiting-room.ts';
import { recordActivity } from '../../audit/index.ts';
import { toWaitingBoard, workingBoardsCondition } from '../queries/boards.ts';

async function rejectTooManyBoards(tx: Transaction, branchId: string): Promise<void> {
  await tx.select({ id: branches.id }).from(branches).where(eq(branches.id, branchId)).for('no key update');
  const [made] = await tx
    .select({ value: count() })
    .from(waitingBoards)
    .where(workingBoardsCondition(branchId));
  if ((made?.value ?? 0) < WORKING_BOARDS_MAX) return;
  const message = `Una sede tiene ${WORKING_BOARDS_MAX} pantallas como máximo. Anula una que ya no se use.`;
  throw fieldError({ field: 'label', message });
}

/**
 * Creates a board of the branch. Only this response contains the token.
 * @throws validation_failed if the branch has the maximum number of boards
 */
export async function createWaitingBoard(
  tx: Transaction,
  { trace, branchId }: { readonly trace: AuditContext; readonly branchId: string },
  { label, shows }: WaitingBoardBody,
): Promise<CreatedWaitingBoard> {
  await rejectTooManyBoards(tx, branchId);
  const token = newToken();
  const [row] = await tx
    .insert(waitingBoards)
    .values({
      id: randomUUID(),
      branchId,
      tokenHash: hashToken(token),
      label,
      shows,
      createdAt: trace.at,
      createdBy: trace.actor.userId,
    })
    .returning();
  if (!row) throw new Error('A board was not stored');
  await recordActivity(tx, trace, { action: 'waiting_board_created', detail: { board_id: row.id, shows } });
  return { ...toWaitingBoard(row), token };
}

/**
 * Revokes the link of a board. Revoking it again changes nothing, so that a retry after a lost response succeeds.
 * @throws not_found
 */
export async function revokeWaitingBoard(
  tx: Transaction,
  { trace, branchId, id }: { readonly trace: AuditContext; readonly branchId: string; readonly id: string },
): Promise<WaitingBoard> {
  const [row] = await tx
    .select()
    .from(waitingBoards)
    .where(and(eq(waitingBoards.id, id), eq(waitingBoards.branchId, branchId)))
    .for('no key update');
  if (!row) throw notFoundError('Pantalla no encontrada.');
  if (row.revokedAt !== null) return toWaitingBoard(row);
  await tx.update(waitingBoards).set({ revokedAt: trace.at }).where(eq(waitingBoards.id, id));
  await recordActivity(tx, trace, { action: 'waiting_board_revoked', detail: { board_id: id } });
  return toWaitingBoard({ ...row, revokedAt: trace.at });
}
