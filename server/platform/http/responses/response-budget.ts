import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ByteBudget, type ByteBudgetLimits } from '../../base/byte-budget.ts';
import { limitKeyOf } from '../../base/client-network.ts';
import { onResponseClosed } from './when-closed.ts';

const MB = 1_000_000;

export interface ResponseLimits extends ByteBudgetLimits {
  /** Maximum time in ms for which a client may stop reading its response. */
  readonly idleMs: number;
}
/**
 * Limits that let a user download four exam files at once over a connection of any speed. The idle time tolerates an
 * interruption of a minute. Uploads have separate limits.
 */
export const RESPONSE_LIMITS: ResponseLimits = {
  perUser: 64 * MB,
  total: 256 * MB,
  least: 0,
  idleMs: 120_000,
};
/** Responses up to this size in bytes are not counted. */
const MAX_UNCOUNTED_BYTES = 64_000;

const countedRequests = new WeakSet<FastifyRequest>();

/**
 * Runs a read whose response has `bytes` bytes. These bytes count towards the limit until the client has received the response
 * or disconnected.
 * @throws the errors of `ByteBudget.reserve`, before reading
 */
export async function runWithinResponseBudget<Result>(
  room: ByteBudget,
  { reply, bytes }: { readonly reply: FastifyReply; readonly bytes: number },
  read: () => Promise<Result>,
): Promise<Result> {
  const giveBack = room.reserve(limitKeyOf(reply.request), bytes);
  countedRequests.add(reply.request);
  try {
    return await read();
  } finally {
    onResponseClosed(reply, giveBack);
  }
}

const bufferedPayloadBytes = (payload: unknown): number =>
  Buffer.isBuffer(payload) || typeof payload === 'string' ? Buffer.byteLength(payload) : 0;

/**
 * Limits the memory and the time of responses that clients do not read. Reads beyond the limit are rejected. The response to a
 * change counts too but is always sent, because the change has already been made.
 */
export function limitUnreadResponses(
  app: FastifyInstance,
  limits: ResponseLimits = RESPONSE_LIMITS,
): ByteBudget {
  const room = new ByteBudget(limits);
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = bufferedPayloadBytes(payload);
    if (bytes > MAX_UNCOUNTED_BYTES && !countedRequests.has(request)) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      onResponseClosed(reply, room[isRead ? 'reserve' : 'hold'](limitKeyOf(request), bytes));
    }
    if (payload) reply.raw.setTimeout(limits.idleMs, () => reply.raw.destroy());
  });
  return room;
}
