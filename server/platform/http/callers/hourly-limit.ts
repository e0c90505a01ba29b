import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../base/errors.ts';
import type { Database } from '../../database/connection/client.ts';
import { countAttemptOrGetWaitSeconds } from './count-attempt.ts';

const HOUR_MS = 60 * 60_000;

interface HourlyLimit {
  /** Name of the counted work. */
  readonly name: string;
  readonly most: number;
  readonly message: string;
}

/**
 * Counts work of a user, of which an hour allows `most`.
 * @throws rate_limited with the seconds to wait
 */
export async function countHourlyOrReject(
  db: Database,
  { userId }: Actor,
  { name, most, message }: HourlyLimit,
): Promise<void> {
  const counter = { name: `${name} ${userId}`, most };
  const retryAfter = await countAttemptOrGetWaitSeconds(db, [counter], HOUR_MS);
  if (retryAfter > 0) throw new AppError('rate_limited', message, { retryAfter });
}
