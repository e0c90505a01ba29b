import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Route } from '#contract/routes/routes.ts';
import type { ActivityEntry } from '../commands/record-activity.ts';
import { appendActivity } from '../commands/write-batch.ts';
import { type OnAccountRejection, actorOfAccount } from '../../platform/access/account.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { accountEventContextOf, auditContextOf } from '../../platform/http/callers/audit-context.ts';

type RejectionContext = Pick<Context, 'db' | 'clock'>;

/** Statuses of rejections that are logged. 404 is included, because the evaluation may exist in another branch. */
const LOGGED_REJECTION_STATUSES: readonly number[] = [403, 404, 409, 412];

const isLoggedRejection = (error: unknown): error is AppError =>
  error instanceof AppError &&
  LOGGED_REJECTION_STATUSES.includes(error.status) &&
  error.code !== 'idempotency_in_progress';

async function evaluationExists(db: Executor, id: string): Promise<boolean> {
  const rows = await db.select({ id: evaluations.id }).from(evaluations).where(eq(evaluations.id, id));
  return rows.length > 0;
}

/** Returns the log action and the evaluation for the entry about a rejected request; null if the rejection is not logged. */
async function findRejectedAction(
  db: Executor,
  route: Route,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<Pick<ActivityEntry, 'action' | 'evaluationId'> | null> {
  // A rejected registration created no evaluation, so the log entry names none.
  if (code === 'document_of_another' && route.logs === undefined) return { action: 'evaluation_created' };
  const evaluationId = Uuid.safeParse((request.params as { id?: unknown }).id).data;
  return route.logs && evaluationId && (await evaluationExists(db, evaluationId))
    ? { action: route.logs, evaluationId }
    : null;
}

async function recordRejection(
  context: RejectionContext,
  route: Route,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<void> {
  const { actor } = request;
  const attempt = actor && (await findRejectedAction(context.db, route, request, code));
  if (!attempt) return;
  const trace = auditContextOf(context, { actor, branchId: actor.activeBranchId, request });
  await appendActivity(context.db, trace, { ...attempt, status: 'refused', detail: { code } });
}

/**
 * Runs the work. If the work rejects the request of a signed-in user, writes a log entry for the rejections that
 * `findRejectedAction` selects.
 */
export async function withRejectionLog<Result>(
  context: RejectionContext,
  route: Route,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isLoggedRejection(error)) await recordRejection(context, route, request, error.code);
    throw error;
  }
}

/**
 * Returns a function that logs a rejected attempt on an account. The entry is written after the response: an attempt with an
 * unknown address gets no entry, so the duration of the response would otherwise reveal which addresses exist.
 */
export function accountRejectionLogger(
  { db, background, clock }: Context,
  request: FastifyRequest,
): OnAccountRejection {
  const occasion = accountEventContextOf({ clock }, request);
  return (account, action, code) =>
    background.run(
      'activity',
      () =>
        appendActivity(
          db,
          { actor: actorOfAccount(account), branchId: account.branchId, ...occasion },
          { action, status: 'refused', detail: { code } },
        ),
      request,
    );
}
