import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from '../documents.ts';
import { Instant, Uuid } from '../primitives.ts';

/** Maximum access records in one request; a device with more records sends several requests. */
export const MAX_ACCESSES_PER_REQUEST = 100;

const accessShape = {
  evaluation_id: Uuid,
  /** Time of the access on the server's clock (S15). */
  read_at: Instant,
  /** Number of accesses before this one that the device could not record because its storage was full. */
  left_out: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
};

/** A user's access to a record that is cached on the device. It contains only ids and times, no names. */
export const OfflineAccess = z.discriminatedUnion('what', [
  z.object({ what: z.enum(['evaluation', ...DOCUMENT_KINDS]), ...accessShape }),
  z.object({ what: z.literal('file'), file_id: Uuid, ...accessShape }),
]);
export type OfflineAccess = z.infer<typeof OfflineAccess>;

/**
 * Body of POST /activity/readings (R4): accesses of the signed-in user. The server rejects the request when `user_id` is
 * another user.
 */
export const OfflineAccessesBody = z.object({
  user_id: Uuid,
  readings: z.array(OfflineAccess).check(z.minLength(1), z.maxLength(MAX_ACCESSES_PER_REQUEST)),
});
export type OfflineAccessesBody = z.infer<typeof OfflineAccessesBody>;

/**
 * Response to reported accesses. `recorded` is the number of new log entries. `skipped` is the number of accesses to content
 * that the user never received from this server. All other accesses had been logged after an earlier report. The device may
 * delete all access records that it sent.
 */
export const ReportedAccesses = z.object({
  recorded: z.int().check(z.minimum(0)),
  skipped: z.int().check(z.minimum(0)),
});
export type ReportedAccesses = z.infer<typeof ReportedAccesses>;
