import { eq, sql } from 'drizzle-orm';
import { BOARD_CALLS_MAX, type BoardContent, type BoardView } from '#contract/records/waiting-room.ts';
import { firstNameAndInitial } from '#domain/patient/name.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches, companies } from '../../schema/catalogs.ts';

interface ShownCallRow extends Record<string, unknown> {
  readonly id: string;
  readonly queue_number: string | null;
  readonly room: string;
  readonly called_at: string | Date;
  readonly first_name: string;
  readonly last_name: string;
}

interface ShownBoard {
  readonly branchId: string;
  readonly shows: BoardContent;
}

/**
 * Reads the last call of each patient of the branch who was called on the current day. The calls of an evaluation
 * that repeats another one are omitted.
 */
async function readShownCalls(
  db: Executor,
  { branchId, shows }: ShownBoard,
  now: Date,
): Promise<ShownCallRow[]> {
  const dayStart = new Date(startOfBogotaDay(now.getTime())).toISOString();
  const { rows } = await db.execute<ShownCallRow>(sql`
    select last_call.id, last_call.queue_number, last_call.room, last_call.called_at,
      patient.first_name, patient.last_name
    from (
      select * from (
        select distinct on (evaluation_id) id, evaluation_id, queue_number, room, called_at
        from waiting_calls
        where branch_id = ${branchId}::uuid and called_at >= ${dayStart}::timestamptz
          and not exists (select from repetitions
            where repetitions.evaluation_id = waiting_calls.evaluation_id and repetitions.state = 'repeats')
        order by evaluation_id, called_at desc, id
      ) as last_of_each
      where ${shows === 'first_names'} or queue_number is not null
      order by called_at desc, id limit ${BOARD_CALLS_MAX}
    ) as last_call
      join evaluations evaluation on evaluation.id = last_call.evaluation_id
      join patients patient on patient.id = evaluation.patient_id
    order by last_call.called_at desc, last_call.id`);
  return rows;
}

async function readBranchNames(
  db: Executor,
  branchId: string,
): Promise<Pick<BoardView, 'clinic' | 'branch'>> {
  const [names] = await db
    .select({ clinic: companies.name, branch: branches.name })
    .from(branches)
    .innerJoin(companies, eq(companies.id, branches.company_id))
    .where(eq(branches.id, branchId));
  if (!names) throw new Error('The branch of a board does not exist');
  return names;
}

/**
 * Response without the server's time. The tag is computed from these contents only, because the server's time changes with each
 * response.
 */
export type BoardContents = Omit<BoardView, 'server_time'>;

export async function readBoardContents(
  db: Executor,
  board: ShownBoard,
  { now, pageVersion }: { readonly now: Date; readonly pageVersion: string },
): Promise<BoardContents> {
  const [names, calls] = await Promise.all([
    readBranchNames(db, board.branchId),
    readShownCalls(db, board, now),
  ]);
  return {
    ...names,
    page_version: pageVersion,
    calls: calls.map((call) => ({
      id: call.id,
      turn: call.queue_number,
      room: call.room,
      called_at: new Date(call.called_at).toISOString(),
      name: board.shows === 'first_names' ? firstNameAndInitial(call) : null,
    })),
  };
}
