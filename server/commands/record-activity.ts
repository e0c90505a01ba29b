import { sql } from 'drizzle-orm';
import type { ActivityAction, ActivityStatus } from '#contract/clinical.ts';
import type { Trace } from '../access/trace.ts';
import type { Executor } from '../database/client.ts';
import { type ActivityDetail, activity, branches } from '../database/schema.ts';

export interface ActivityEntry {
  readonly action: ActivityAction;
  readonly evaluationId?: string;
  /** 'done' unless said otherwise. */
  readonly status?: ActivityStatus;
  /** Ids, counts, versions and codes: nothing that names or describes a person. */
  readonly detail?: Readonly<Record<string, ActivityDetail>>;
}

/** What a command answers, and the line to be written last; null where nothing happened that was not there already. */
export interface Recorded<Answer> {
  readonly answer: Answer;
  readonly entry: ActivityEntry | null;
  /** What it did besides. */
  readonly also?: readonly ActivityEntry[];
}

/**
 * Writes a line of the log. It holds up every other line until its transaction ends, so it has to be the last
 * statement before the commit.
 */
export async function recordActivity(
  db: Executor,
  { actor, branchId, device, at }: Trace,
  { action, evaluationId, status = 'done', detail = {} }: ActivityEntry,
): Promise<void> {
  await db.insert(activity).values({
    at,
    userId: actor.userId,
    userName: actor.displayName,
    branchId,
    branchName:
      branchId && sql`(select ${branches.name} from ${branches} where ${branches.id} = ${branchId})`,
    action,
    status,
    evaluationId: evaluationId ?? null,
    device,
    detail,
  });
}
