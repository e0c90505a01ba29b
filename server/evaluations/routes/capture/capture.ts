import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { toPlausibleInstant } from '../../../platform/access/plausible-instant.ts';
import {
  type CaptureAttempt,
  type CaptureOperation,
  executeCapture,
} from '../../commands/capture/execute-capture.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { type CaptureTarget, captureAuthorOf } from './author.ts';
import { resolveCaptureBranchId } from './capture-branch.ts';
import type { Context } from '../../../platform/http/context/context.ts';
import { checkAndGetContentDigest } from '../../../platform/http/bodies/digest.ts';
import { deviceNameOfRequest } from '../../../platform/http/callers/audit-context.ts';

interface CaptureCall {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,128}$/;

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers[HEADER.idempotencyKey];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY_PATTERN.test(key))
    throw new AppError('malformed_request', 'Idempotency-Key no es válida.');
  return key;
}

/**
 * Returns the capture id of the request; null if the request has none.
 * @throws malformed_request when the capture id is not a UUID
 */
export function readCaptureId(request: FastifyRequest): string | null {
  const header = request.headers[HEADER.captureId];
  if (header === undefined) return null;
  const { data } = Uuid.safeParse(header);
  if (data === undefined) throw new AppError('malformed_request', 'X-Capture-Id no es un UUID.');
  return data;
}

/**
 * Returns the capture time from the request; `now` if the request has none.
 * @throws malformed_request when the time is not an ISO 8601 instant
 */
function readCaptureTimes(
  request: FastifyRequest,
  now: Date,
): Pick<CaptureAttempt, 'capturedAt' | 'futureTime'> {
  const header = request.headers[HEADER.capturedAt];
  if (header === undefined) return { capturedAt: now, futureTime: null };
  const instant = new Date(Instant.safeParse(header).data ?? NaN);
  if (Number.isNaN(instant.getTime()))
    throw new AppError('malformed_request', 'X-Captured-At no es un instante ISO 8601.');
  return { capturedAt: toPlausibleInstant(instant, now), futureTime: instant > now ? instant : null };
}

const requestHashOf = (route: string, parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256').update(route);
  for (const part of parts) hash.update('\n').update(part);
  return hash.digest();
};

interface CaptureContent {
  /** Returns the SHA-256, in hexadecimal form, of the bytes that `Content-Digest` covers. */
  readonly sha256: () => string;
  /**
   * Parts that identify a repeated request: either the raw body, or the id in the path, the type of the file and its digest.
   */
  readonly identity: readonly (string | Buffer)[];
  readonly place: CaptureTarget;
}

/**
 * Runs a capture once per idempotency key (S7); a repeated request gets the response of the first request. The key belongs to
 * the author of the capture, even if another user's session sends it (S14).
 */
export async function runCapture<Answer extends object, Made>(
  context: Context,
  { actor, request, reply }: CaptureCall,
  { sha256: ownSha256, identity, place }: CaptureContent,
  work: CaptureOperation<Answer, Made>,
): Promise<Answer> {
  const receivedAt = context.clock();
  const sha256 = checkAndGetContentDigest(request, ownSha256);
  const key = readIdempotencyKey(request);
  const author = await captureAuthorOf(context.db, { actor, request }, { place, sha256 });
  const route = `${request.method} ${request.routeOptions.url}`;
  const requestHash = requestHashOf(route, identity);
  const attempt = {
    sender: actor,
    author,
    once: key === null ? null : { userId: author.id, key, route, requestHash, status: reply.statusCode },
    branchOf: (db: Executor) => resolveCaptureBranchId(db, actor, request),
    receivedAt,
    captureId: readCaptureId(request),
    ...readCaptureTimes(request, receivedAt),
    device: deviceNameOfRequest(request),
  };
  const { answer, kept: stored } = await executeCapture(context.db, attempt, work);
  if (stored) void reply.code(stored.status).header(HEADER.idempotencyStatus, stored.idempotency);
  return answer;
}
