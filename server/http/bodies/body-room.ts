import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRoom, RoomLimits } from '../../base/byte-room.ts';
import { sharerOf } from '../../base/client-network.ts';
import { whenOver } from '../answers/when-over.ts';

const MB = 1_000_000;

/** A user's tablets send four files each at once (S12): eight of them fit, with photos. Whoever is sent away comes again (S8). */
export const ROOM_LIMITS: RoomLimits = { perUser: 32 * MB, total: 256 * MB, least: MB };

interface Held {
  readonly giveBack: () => void;
  isHandled: boolean;
}
const held = new WeakMap<FastifyRequest, Held>();

/**
 * Takes the room for what the request announces, or for `most` where it does not say. It is given back when the call has been
 * handled; of one that is never handled, when its connection is done with it. @throws as ByteRoom.take
 */
export function holdRoom(
  room: ByteRoom,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  most: number,
): void {
  const { request, reply } = call;
  const announced = Number(request.headers['content-length'] ?? most);
  const hold: Held = {
    giveBack: room.take(sharerOf(request), Math.min(announced, most)),
    isHandled: false,
  };
  held.set(request, hold);
  whenOver(reply, () => {
    if (!hold.isHandled) hold.giveBack();
  });
}

/** Runs what handles the request and gives its room back, also where the caller hung up long before. */
export async function inRoom<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  const hold = held.get(request);
  if (!hold) return work();
  hold.isHandled = true;
  try {
    return await work();
  } finally {
    hold.giveBack();
  }
}
