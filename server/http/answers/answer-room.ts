import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ByteRoom, type RoomLimits } from '../../base/byte-room.ts';
import { sharerOf } from '../../base/client-network.ts';
import { whenOver } from './when-over.ts';

const MB = 1_000_000;

export interface AnswerLimits extends RoomLimits {
  /** How long a connection may take nothing of its answer. */
  readonly idleMs: number;
}
/** Four files of an exam at once over any line. They leave those who send their own room. A link that is away for a minute is waited for. */
export const ANSWER_LIMITS: AnswerLimits = {
  perUser: 64 * MB,
  total: 256 * MB,
  least: 0,
  idleMs: 120_000,
};
/** What any connection may hold besides. */
const SMALL_BYTES = 64_000;

const counted = new WeakSet<FastifyRequest>();

/** Reads what is answered, so many bytes, and counts them until the caller has taken them or is gone. @throws as ByteRoom.take, unread */
export async function inAnswerRoom<Result>(
  room: ByteRoom,
  { reply, bytes }: { readonly reply: FastifyReply; readonly bytes: number },
  read: () => Promise<Result>,
): Promise<Result> {
  const giveBack = room.take(sharerOf(reply.request), bytes);
  counted.add(reply.request);
  try {
    return await read();
  } finally {
    whenOver(reply, giveBack);
  }
}

const sizeOf = (payload: unknown): number =>
  Buffer.isBuffer(payload) || typeof payload === 'string' ? Buffer.byteLength(payload) : 0;

/**
 * Answers that nobody takes hold so much memory at most, and not for long. Reads are rejected for it; the answer to a change counts
 * and is sent, for the change is made.
 */
export function boundAnswers(app: FastifyInstance, limits: AnswerLimits = ANSWER_LIMITS): ByteRoom {
  const room = new ByteRoom(limits);
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = sizeOf(payload);
    if (bytes > SMALL_BYTES && !counted.has(request)) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      whenOver(reply, room[isRead ? 'take' : 'hold'](sharerOf(request), bytes));
    }
    if (payload) reply.raw.setTimeout(limits.idleMs, () => reply.raw.destroy());
  });
  return room;
}
