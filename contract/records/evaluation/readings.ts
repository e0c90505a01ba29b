import * as z from 'zod/mini';
import { Instant, Uuid } from '../../primitives.ts';

/** Maximum access records of one request; a device with more sends several requests. */
export const ACCESSES_PER_CALL = 100;

const opened = {
  evaluation_id: Uuid,
  /** Time on the server's clock (S15). */
  read_at: Instant,
  /** Number of earlier access records that the device had no room to keep. */
  left_out: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
};

/** Access of a user to the device's cached copy, with its time. It contains only ids and times, no names. */
export const OfflineAccess = z.discriminatedUnion('what', [
  z.object({ what: z.enum(['evaluation', 'concept', 'history']), ...opened }),
  /** Image or attachment. */
  z.object({ what: z.literal('file'), file_id: Uuid, ...opened }),
]);
export type OfflineAccess = z.infer<typeof OfflineAccess>;

/**
 * POST /activity/readings (R4): accesses of the session's user. `user_id` keeps the session of another user from reporting
 * them.
 */
export const OfflineAccessesBody = z.object({
  user_id: Uuid,
  readings: z.array(OfflineAccess).check(z.minLength(1), z.maxLength(ACCESSES_PER_CALL)),
});
export type OfflineAccessesBody = z.infer<typeof OfflineAccessesBody>;

/**
 * `recorded`: log entries written. `skipped`: accesses to content that the user never received from this server. The rest was
 * already reported. The device can delete all of them.
 */
export const ReportedAccesses = z.object({
  recorded: z.int().check(z.minimum(0)),
  skipped: z.int().check(z.minimum(0)),
});
export type ReportedAccesses = z.infer<typeof ReportedAccesses>;
