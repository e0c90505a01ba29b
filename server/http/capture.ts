import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Instant } from '#contract/primitives.ts';
import type { Actor } from '../access/actor.ts';
import { type Capture, traceOfCapture } from '../access/capture.ts';
import { type Executed, type Once, executeOnce } from '../commands/execute-once.ts';
import { type Recorded, recordActivity } from '../commands/record-activity.ts';
import type { Database, Transaction } from '../database/client.ts';
import { AppError } from '../errors.ts';
import { captureBranch } from './branch.ts';
import type { Context } from './context.ts';
import { deviceOf } from './trace.ts';

interface CaptureCall {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const KEY = /^[\x21-\x7e]{1,128}$/;

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers[HEADER.idempotencyKey];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new AppError('malformed_request', 'Idempotency-Key no es válida.');
  return key;
}

/** No desk worked before; a tablet whose battery died says 1970, and PostgreSQL knows no year 0. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');

/**
 * An instant in the future of this clock is brought back to now: nothing was confirmed before it happened. So is one
 * that tells nothing: refusing it would keep for ever what a person confirmed.
 */
function capturedAt(request: FastifyRequest, now: Date): Date {
  const header = request.headers[HEADER.capturedAt];
  if (header === undefined) return now;
  const instant = new Date(Instant.safeParse(header).data ?? NaN);
  if (Number.isNaN(instant.getTime()))
    throw new AppError('malformed_request', 'X-Captured-At no es un instante ISO 8601.');
  return instant < now && instant >= EARLIEST ? instant : now;
}

function refuseAnother(actor: Actor, request: FastifyRequest): void {
  const capturedBy = request.headers[HEADER.capturedBy];
  if (capturedBy !== undefined && String(capturedBy).toLowerCase() !== actor.userId)
    throw new AppError(
      'session_of_another',
      'Este registro es de otra persona. Debe iniciar sesión quien lo hizo.',
    );
}

const hashOf = (route: string, parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256').update(route);
  for (const part of parts) hash.update('\n').update(part);
  return hash.digest();
};

const executeUnkeyed = <Answer>(
  db: Database,
  execute: (tx: Transaction) => Promise<Executed<Answer>>,
): Promise<Answer> =>
  db.transaction(async (tx) => {
    const { answer, conclude } = await execute(tx);
    await conclude();
    return answer;
  });

/**
 * Runs what a desk confirmed, once a key (design 7), and answers with what the first run answered. The branch is
 * settled inside: a repetition gets its answer even if the user may no longer act for that branch.
 * @param identity what makes the request the same request: raw body, or path id, type and file digest
 */
export async function runCapture<Answer extends object>(
  context: Context,
  { actor, request, reply }: CaptureCall,
  identity: readonly (string | Buffer)[],
  command: (tx: Transaction, capture: Capture) => Promise<Recorded<Answer>>,
): Promise<Answer> {
  const receivedAt = context.clock();
  refuseAnother(actor, request);
  const key = idempotencyKey(request);
  const known = {
    actor,
    receivedAt,
    capturedAt: capturedAt(request, receivedAt),
    device: deviceOf(request),
    isKeyed: key !== null,
  };
  const execute = async (tx: Transaction): Promise<Executed<Answer>> => {
    const capture = { ...known, branchId: await captureBranch(tx, actor, request) };
    const { answer, entry } = await command(tx, capture);
    const conclude = async () => {
      if (entry) await recordActivity(tx, traceOfCapture(capture), entry);
    };
    return { answer, conclude };
  };
  if (key === null) return executeUnkeyed(context.db, execute);
  const route = `${request.method} ${request.routeOptions.url}`;
  const once: Once = {
    userId: actor.userId,
    key,
    route,
    requestHash: hashOf(route, identity),
    status: reply.statusCode,
  };
  const { answer, status, idempotency } = await executeOnce(context.db, once, execute);
  void reply.code(status).header(HEADER.idempotencyStatus, idempotency);
  return answer;
}
