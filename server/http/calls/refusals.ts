import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Route } from '#contract/routes/routes.ts';
import type { ActivityEntry } from '../../commands/log/record-activity.ts';
import { tellActivity } from '../../commands/log/write-together.ts';
import { type OnRefusal, actorOf } from '../../access/account.ts';
import type { Executor } from '../../database/connection/client.ts';
import { AppError } from '../../base/errors.ts';
import { evaluationExists } from '../../queries/evaluations/evaluation-state.ts';
import type { Context } from '../context/context.ts';
import { occasionOf, traceOf } from '../callers/trace.ts';

/** 404 too: an evaluation that is there, asked for from another branch. */
const REFUSALS: readonly number[] = [403, 404, 409, 412];

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && REFUSALS.includes(error.status) && error.code !== 'idempotency_in_progress';

/** On which evaluation that is there; null where there is nothing to tell. */
async function attemptOf(
  db: Executor,
  route: Route,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<Pick<ActivityEntry, 'action' | 'evaluationId'> | null> {
  // A registration that is rejected has no evaluation to name.
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
  const trace = traceOf(context, { actor, branchId: actor.activeBranchId, request });
  await tellActivity(context.db, trace, { ...attempt, status: 'refused', detail: { code } });
}

/** Does the work; a refused attempt of a known user on an evaluation that exists leaves its line in the log. */
export async function withRefusalLog<Result>(
  context: Context,
  route: Route,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) await record(context, route, request, error.code);
    throw error;
  }
}

/**
 * Writes the line of a refused attempt on an account, after the answer. An unknown address has no line; written before, the
 * line would tell by its time which addresses exist.
 */
export function refusalsOf({ db, background, clock }: Context, request: FastifyRequest): OnRefusal {
  const occasion = occasionOf({ clock }, request);
  return (account, action, code) =>
    background.run(
      'activity',
      () =>
        tellActivity(
          db,
          { actor: actorOf(account), branchId: account.branchId, ...occasion },
          { action, status: 'refused', detail: { code } },
        ),
      request,
    );
}
