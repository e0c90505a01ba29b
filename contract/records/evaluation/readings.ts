import * as z from 'zod/mini';
import { Instant, Uuid } from '../../primitives.ts';

/** Of one call; a device that has more tells them in several. */
export const READINGS_PER_CALL = 100;

const opened = {
  evaluation_id: Uuid,
  /** On the provider's clock (S15). */
  read_at: Instant,
  /** How many readings before this one the device had no room to keep. */
  left_out: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
};

/** What a person opened from the device's own copy, and when. Ids and times, nothing that names anybody. */
export const Reading = z.discriminatedUnion('what', [
  z.object({ what: z.enum(['evaluation', 'concept', 'history']), ...opened }),
  /** A picture or an attachment. */
  z.object({ what: z.literal('file'), file_id: Uuid, ...opened }),
]);
export type Reading = z.infer<typeof Reading>;

/** POST /activity/readings (R4): what the session's user, who is named so that no other session tells it, has read. */
export const ReadingsBody = z.object({
  user_id: Uuid,
  readings: z.array(Reading).check(z.minLength(1), z.maxLength(READINGS_PER_CALL)),
});
export type ReadingsBody = z.infer<typeof ReadingsBody>;

/**
 * `recorded`: lines that were written. `skipped`: what the user never got from this provider. The rest had been told
 * before. The device need keep none of them.
 */
export const ToldReadings = z.object({
  recorded: z.int().check(z.minimum(0)),
  skipped: z.int().check(z.minimum(0)),
});
export type ToldReadings = z.infer<typeof ToldReadings>;
