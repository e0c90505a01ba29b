import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteBudget, ByteBudgetLimits } from '../../base/byte-budget.ts';
import { limitKeyOf } from '../../base/client-network.ts';
import { onResponseClosed } from '../responses/when-closed.ts';

const MB = 1_000_000;

/**
 * Limits in bytes for request bodies in memory. A device sends four files at once (S12); the limit per user admits the photos
 * of eight such devices. Devices retry uploads that were rejected (S8).
 */
export const BODY_BUDGET_LIMITS: ByteBudgetLimits = { perUser: 32 * MB, total: 256 * MB, least: MB };

interface BodyReservation {
  readonly giveBack: () => void;
  isHandled: boolean;
}
const reservations = new WeakMap<FastifyRequest, BodyReservation>();

/**
 * Reserves memory for the size that the request announces; without an announced size, for `most` bytes. Releases the memory
 * when the request was handled, or when the connection ends before that.
 * @throws the errors of `ByteBudget.reserve`
 */
export function reserveBodyMemory(
  room: ByteBudget,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  most: number,
): void {
  const { request, reply } = call;
  const announced = Number(request.headers['content-length'] ?? most);
  const hold: BodyReservation = {
    giveBack: room.reserve(limitKeyOf(request), Math.min(announced, most)),
    isHandled: false,
  };
  reservations.set(request, hold);
  onResponseClosed(reply, () => {
    if (!hold.isHandled) hold.giveBack();
  });
}

/**
 * Runs the handler of the request and then releases the reserved memory. The memory stays reserved while the handler runs, even
 * if the client has disconnected.
 */
export async function runAndReleaseBodyMemory<Result>(
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const hold = reservations.get(request);
  if (!hold) return work();
  hold.isHandled = true;
  try {
    return await work();
  } finally {
    hold.giveBack();
  }
}
