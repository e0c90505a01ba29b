import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Route } from '#contract/routes/routes.ts';
import type { ActivityEntry } from '../../commands/log/record-activity.ts';
import { appendActivity } from '../../commands/log/write-batch.ts';
import { type OnRejection, actorOfAccount } from '../../access/account.ts';
import type { Executor } from '../../database/connection/client.ts';
import { AppError } from '../../base/errors.ts';
import { evaluationExists } from '../../queries/evaluations/evaluation-state.ts';
import type { Context } from '../context/context.ts';
import { accountEventContextOf, auditContextOf } from '../callers/audit-context.ts';

/** Statuses of rejections that are logged. 404 is included, because the evaluation may exist in another branch. */
const REJECTION_STATUSES: readonly number[] = [403, 404, 409, 412];

const isRejection = (error: unknown): error is AppError =>
  error instanceof AppError &&
  REJECTION_STATUSES.includes(error.status) &&
  error.code !== 'idempotency_in_progress';

/** Returns the log action and the evaluation of a rejected request; null if the rejection is not logged. */
async function attemptOf(
  db: Executor,
  route: Route,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<Pick<ActivityEntry, 'action' | 'evaluationId'> | null> {
  // A registration that was rejected created no evaluation, so its entry names none.
  if (code === 'document_of_another' && route.logs === undefined) return { action: 'evaluation_created' };
  const evaluationId = Uuid.safeParse((request.params as { id?: unknown }).id).data;
  return route.logs && evaluationId && (await evaluationExists(db, evaluationId))
    ? { action: route.logs, evaluationId }
    : null;
}

async function record(
  context: Context,
  route: Route,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<void> {
  const { actor } = request;
  const attempt = actor && (await attemptOf(context.db, route, request, code));
  if (!attempt) return;
  const trace = auditContextOf(context, { actor, branchId: actor.activeBranchId, request });
  await appendActivity(context.db, trace, { ...attempt, status: 'refused', detail: { code } });
}

/** Runs the work. If it rejects a signed-in user's request about an existing evaluation, writes a log entry. */
export async function withRejectionLog<Result>(
  context: Context,
  route: Route,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isRejection(error)) await record(context, route, request, error.code);
    throw error;
  }
}

/**
 * Returns a function that logs a rejected attempt on an account. The entry is written after the response. Otherwise the
 * duration of the response would reveal which addresses exist, because an unknown address gets no entry.
 */
export function rejectionLogger({ db, background, clock }: Context, request: FastifyRequest): OnRejection {
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
