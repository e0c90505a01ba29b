import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteBudget, ByteBudgetLimits } from '../../base/byte-budget.ts';
import { shareKeyOf } from '../../base/client-network.ts';
import { onResponseClosed } from '../responses/when-closed.ts';

const MB = 1_000_000;

/**
 * Limits of the bytes in requests. Each device of a user sends four files at once (S12); the files of eight such devices with
 * photos fit. Rejected uploads are retried (S8).
 */
export const BODY_BUDGET_LIMITS: ByteBudgetLimits = { perUser: 32 * MB, total: 256 * MB, least: MB };

interface Held {
  readonly giveBack: () => void;
  isHandled: boolean;
}
const held = new WeakMap<FastifyRequest, Held>();

/**
 * Reserves memory for the announced size of the request, or for `most` when it announces none. The memory is released when the
 * request has been handled. For a request that is never handled, it is released when the connection ends.
 * @throws as ByteBudget.take
 */
export function reserveBodyMemory(
  room: ByteBudget,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  most: number,
): void {
  const { request, reply } = call;
  const announced = Number(request.headers['content-length'] ?? most);
  const hold: Held = {
    giveBack: room.take(shareKeyOf(request), Math.min(announced, most)),
    isHandled: false,
  };
  held.set(request, hold);
  onResponseClosed(reply, () => {
    if (!hold.isHandled) hold.giveBack();
  });
}

/**
 * Runs the handler of the request and releases the reserved memory afterwards, even when the client disconnected long before.
 */
export async function withinBodyBudget<Result>(
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const hold = held.get(request);
  if (!hold) return work();
  hold.isHandled = true;
  try {
    return await work();
  } finally {
    hold.giveBack();
  }
}
