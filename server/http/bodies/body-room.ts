import type { FastifyReply, FastifyRequest } from 'fastify';
import { sharerOf } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';

const MB = 1_000_000;
const RETRY_AFTER_SECONDS = 3;

export interface RoomLimits {
  readonly perUser: number;
  readonly total: number;
  /** What a body counts at least: a connection holds more than its bytes. */
  readonly least: number;
}
/** A user's tablets send four files each at once (S12): eight of them fit, with photos. Whoever is sent away comes again (S8). */
export const ROOM_LIMITS: RoomLimits = { perUser: 32 * MB, total: 256 * MB, least: MB };

const noop = (): void => undefined;

/** How many bytes of large bodies may be held at once, by one user and by all. One alone always fits. */
export class BodyRoom {
  readonly #limits: RoomLimits;
  readonly #ofUser = new Map<string, number>();
  #total = 0;

  constructor(limits: RoomLimits = ROOM_LIMITS) {
    this.#limits = limits;
  }

  /** Bytes that are held at the moment. */
  get held(): number {
    return this.#total;
  }

  /** @returns what gives the room back, once @throws rate_limited, unavailable with the seconds to wait */
  take(userId: string, announced: number): () => void {
    const bytes = Math.max(announced, this.#limits.least);
    const held = this.#ofUser.get(userId) ?? 0;
    const retryAfter = RETRY_AFTER_SECONDS;
    if (held > 0 && held + bytes > this.#limits.perUser)
      throw new AppError(
        'rate_limited',
        'Hay muchos archivos en camino. Intenta de nuevo en unos segundos.',
        {
          retryAfter,
        },
      );
    if (this.#total > 0 && this.#total + bytes > this.#limits.total)
      throw new AppError('unavailable', 'El servicio está ocupado. Intenta de nuevo en unos segundos.', {
        retryAfter,
      });
    this.#add(userId, bytes);
    let giveBack = () => {
      giveBack = noop;
      this.#add(userId, -bytes);
    };
    return () => giveBack();
  }

  #add(userId: string, bytes: number): void {
    const held = (this.#ofUser.get(userId) ?? 0) + bytes;
    if (held === 0) this.#ofUser.delete(userId);
    else this.#ofUser.set(userId, held);
    this.#total += bytes;
  }
}

interface Held {
  readonly giveBack: () => void;
  isHandled: boolean;
}
const held = new WeakMap<FastifyRequest, Held>();

/**
 * Takes the room for what the request announces, or for `most` where it does not say. It is given back when the call has been
 * handled; of one that is never handled, when its connection is done with it. @throws as BodyRoom.take
 */
export function holdRoom(
  room: BodyRoom,
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
  reply.raw.once('close', () => {
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
