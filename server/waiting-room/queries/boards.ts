import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { CallOptions, WaitingBoard, WaitingBoardList } from '#contract/records/waiting-room.ts';
import { hashToken } from '../../platform/access/session-token.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches } from '../../schema/catalogs.ts';
import { waitingBoards } from '../../schema/waiting-room.ts';

type WaitingBoardRow = typeof waitingBoards.$inferSelect;

/** Maximum number of listed boards; the oldest revoked boards are omitted. */
const LISTED_BOARDS_MAX = 50;

export const toWaitingBoard = ({
  id,
  label,
  shows,
  createdAt,
  revokedAt,
}: WaitingBoardRow): WaitingBoard => ({
  id,
  label,
  shows,
  created_at: createdAt.toISOString(),
  revoked_at: revokedAt?.toISOString() ?? null,
});

/** Returns the boards of the branch: the working ones first, then the revoked ones, each with the newest first. */
export async function listWaitingBoards(db: Executor, branchId: string): Promise<WaitingBoardList> {
  const rows = await db
    .select()
    .from(waitingBoards)
    .where(eq(waitingBoards.branchId, branchId))
    .orderBy(sql`${waitingBoards.revokedAt} is not null`, desc(waitingBoards.createdAt), waitingBoards.id)
    .limit(LISTED_BOARDS_MAX);
  return { items: rows.map(toWaitingBoard) };
}

export const workingBoardsCondition = (branchId: string) =>
  and(eq(waitingBoards.branchId, branchId), isNull(waitingBoards.revokedAt));

export async function readCallOptions(db: Executor, branchId: string): Promise<CallOptions> {
  const [row] = await db
    .select({
      boards: count(),
      withNames: sql<number>`(count(*) filter (where ${waitingBoards.shows} = 'first_names'))::integer`,
    })
    .from(waitingBoards)
    .where(workingBoardsCondition(branchId));
  return { has_boards: (row?.boards ?? 0) > 0, shows_names: (row?.withNames ?? 0) > 0 };
}

/**
 * Returns the working board of an active branch with this token; null if no such board exists. Unknown, malformed and revoked
 * tokens are looked up with the same query.
 */
export async function findBoardByToken(db: Executor, token: string): Promise<WaitingBoardRow | null> {
  const [row] = await db
    .select({ board: waitingBoards })
    .from(waitingBoards)
    .innerJoin(branches, eq(branches.id, waitingBoards.branchId))
    .where(
      and(eq(waitingBoards.tokenHash, hashToken(token)), isNull(waitingBoards.revokedAt), branches.is_active),
    );
  return row?.board ?? null;
}
