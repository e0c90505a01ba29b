import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import type { Actor } from '../access/actor.ts';
import { type Capture, traceOfCapture } from '../access/capture.ts';
import { plausibleInstant } from '../access/plausible-instant.ts';
import { type Executed, type Once, executeOnce } from '../commands/execute-once.ts';
import { type ActivityEntry, type Recorded, recordActivity } from '../commands/record-activity.ts';
import { recordConsent } from '../commands/record-consent.ts';
import type { Database, Transaction } from '../database/client.ts';
import { AppError } from '../errors.ts';
import { type Author, type CapturePlace, authorOf } from './author.ts';
import { captureBranch } from './branch.ts';
import type { Context } from './context.ts';
import { checkDigest } from './digest.ts';
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

/** @throws malformed_request for what is no UUID */
function captureId(request: FastifyRequest): string | null {
  const header = request.headers[HEADER.captureId];
  if (header === undefined) return null;
  const { data } = Uuid.safeParse(header);
  if (data === undefined) throw new AppError('malformed_request', 'X-Capture-Id no es un UUID.');
  return data;
}

/** @throws malformed_request for what is no instant */
function capturedAt(request: FastifyRequest, now: Date): Date {
  const header = request.headers[HEADER.capturedAt];
  if (header === undefined) return now;
  const instant = new Date(Instant.safeParse(header).data ?? NaN);
  if (Number.isNaN(instant.getTime()))
    throw new AppError('malformed_request', 'X-Captured-At no es un instante ISO 8601.');
  return plausibleInstant(instant, now);
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

/** What a desk confirmed, as it arrived. */
interface Content {
  /** What `Content-Digest` covers. */
  readonly bytes: Buffer;
  /** What makes the request the same request: raw body, or path id, type and file digest. */
  readonly identity: readonly (string | Buffer)[];
  readonly place: CapturePlace;
}

/** The log's line names the sender; whose work it is stands beside. */
function attributed(entry: ActivityEntry, { sender, authorId }: Capture): ActivityEntry {
  if (authorId === sender.userId) return entry;
  return { ...entry, detail: { ...entry.detail, captured_by: authorId } };
}

type Command<Answer> = (tx: Transaction, capture: Capture) => Promise<Recorded<Answer>>;

interface Attempt {
  readonly call: CaptureCall;
  readonly author: Author;
  readonly key: string | null;
  readonly receivedAt: Date;
}

/** The command with what goes before and after it in its transaction: branch, consent, line of the log. */
function executionOf<Answer>({ call, author, key, receivedAt }: Attempt, command: Command<Answer>) {
  const { actor, request } = call;
  const known = {
    sender: actor,
    authorId: author.id,
    receivedAt,
    captureId: captureId(request),
    capturedAt: capturedAt(request, receivedAt),
    device: deviceOf(request),
    isKeyed: key !== null,
  };
  return async (tx: Transaction): Promise<Executed<Answer>> => {
    const capture = { ...known, branchId: await captureBranch(tx, actor, request) };
    const { answer, entry, also = [] } = await command(tx, capture);
    const conclude = async () => {
      if (author.consent && key !== null) {
        const parties = { capturedBy: author.id, sentBy: actor.userId, key, receivedAt };
        await recordConsent(tx, { ...parties, ...author.consent });
      }
      for (const line of entry ? [entry, ...also] : also)
        await recordActivity(tx, traceOfCapture(capture), attributed(line, capture));
    };
    return { answer, conclude };
  };
}

/**
 * Runs what a desk confirmed, once a key (design 7), and answers with what the first run answered. The key is that of who
 * confirmed it, whoever sends it (S14). The branch is settled inside: a repetition gets its answer even if the user
 * may no longer act for that branch.
 */
export async function runCapture<Answer extends object>(
  context: Context,
  call: CaptureCall,
  { bytes, identity, place }: Content,
  command: Command<Answer>,
): Promise<Answer> {
  const { request, reply } = call;
  const receivedAt = context.clock();
  const sha256 = checkDigest(request, bytes);
  const key = idempotencyKey(request);
  const author = await authorOf(context.db, call, { place, sha256 });
  const execute = executionOf({ call, author, key, receivedAt }, command);
  if (key === null) return executeUnkeyed(context.db, execute);
  const route = `${request.method} ${request.routeOptions.url}`;
  const once: Once = {
    userId: author.id,
    key,
    route,
    requestHash: hashOf(route, identity),
    status: reply.statusCode,
  };
  const { answer, status, idempotency } = await executeOnce(context.db, once, execute);
  void reply.code(status).header(HEADER.idempotencyStatus, idempotency);
  return answer;
}
