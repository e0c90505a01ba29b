import * as z from 'zod/mini';
import { Instant, Uuid } from '../../primitives.ts';

/** Maximum access records of one request; a device with more sends several requests. */
export const ACCESSES_PER_CALL = 100;

const opened = {
  evaluation_id: Uuid,
  /** Time of the access on the server's clock (S15). */
  read_at: Instant,
  /** Number of earlier access records that the device could not store for lack of space. */
  left_out: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
};

/** Access of a user to a cached copy on the device. It contains only ids and times, no names. */
export const OfflineAccess = z.discriminatedUnion('what', [
  z.object({ what: z.enum(['evaluation', 'concept', 'history']), ...opened }),
  /** Access to an image or an attachment. */
  z.object({ what: z.literal('file'), file_id: Uuid, ...opened }),
]);
export type OfflineAccess = z.infer<typeof OfflineAccess>;

/**
 * POST /activity/readings (R4): accesses of the session's user. The server rejects them when `user_id` is not the session's
 * user.
 */
export const OfflineAccessesBody = z.object({
  user_id: Uuid,
  readings: z.array(OfflineAccess).check(z.minLength(1), z.maxLength(ACCESSES_PER_CALL)),
});
export type OfflineAccessesBody = z.infer<typeof OfflineAccessesBody>;

/**
 * Response to reported accesses. `recorded`: log entries written. `skipped`: accesses to content that the user never received
 * from this server. All others were already reported. The device can delete all of its records.
 */
export const ReportedAccesses = z.object({
  recorded: z.int().check(z.minimum(0)),
  skipped: z.int().check(z.minimum(0)),
});
export type ReportedAccesses = z.infer<typeof ReportedAccesses>;
