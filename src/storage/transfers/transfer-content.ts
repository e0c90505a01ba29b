import * as z from 'zod/mini';
import { parseQueueNumber } from '#domain/queue-number.ts';
import {
  StoredAttachmentSummary,
  StoredCorrectionSummary,
  StoredRejection,
  StoredRegistrationSummary,
  StoredSigningStatement,
} from '../vault/encrypted-content.ts';

/**
 * Schemas of a transfer's content (docs/reference/sync/transfers-and-retention.md, 'Rescue and handover'). A file may come from
 * any source, so content that does not match counts as damaged and is never stored. Summaries use the schemas of
 * `encrypted-content.ts`, which also accept content of other app versions. Their texts need no separate limit, because
 * `transfer-format.ts` limits each chunk.
 */
const LimitedText = z.string().check(z.maxLength(10_000));
const LimitedId = z.string().check(z.maxLength(300));
const IntegerMs = z.int();
const Uuid = z.uuid();

const PackedRegistration = z.object({
  kind: z.literal('registration'),
  target: z.null(),
  summary: StoredRegistrationSummary,
});

const PackedAttachment = z.object({
  kind: z.literal('attachment'),
  target: z.object({ evaluationId: LimitedId, examOrderId: LimitedId }),
  summary: StoredAttachmentSummary,
});

const PackedCorrection = z.object({
  kind: z.literal('correction'),
  target: z.null(),
  corrects: z.object({ entryId: z.nullable(Uuid), evaluationId: z.nullable(LimitedId) }),
  summary: StoredCorrectionSummary,
});

/** Item states in a transfer. `sending` and `waiting` are missing, because they depend on the tablet that packed the item. */
const PackedItemState = z.discriminatedUnion('name', [
  z.object({ name: z.literal('queued') }),
  z.object({ name: z.literal('attention'), since: IntegerMs, refusal: StoredRejection }),
  z.object({ name: z.literal('delivered'), at: IntegerMs, remoteId: LimitedId }),
]);

const PackedItem = z.object({
  id: Uuid,
  kind: z.enum(['evaluation', 'correction', 'photo', 'signature', 'attachment']),
  /** Idempotency-Key, with which the server executes the request once, whichever user sends it (S7). */
  key: LimitedId,
  attempts: z.int().check(z.minimum(0)),
  capturedBy: LimitedId,
  consent: z.nullable(z.string().check(z.maxLength(200))),
  state: PackedItemState,
  /** Id of an entry that must be delivered first (S30). */
  heldFor: z.optional(Uuid),
  body: z.nullable(z.string().check(z.maxLength(1_000_000))),
  /**
   * Digest, size and type of a file, whose bytes follow the head in item order. Null for a body, a lost file, or a file that
   * app version 0.1 deleted after its delivery.
   */
  file: z.nullable(
    z.object({
      mime: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
      name: LimitedText,
      size: z.int().check(z.minimum(0)),
      statement: z.optional(StoredSigningStatement),
    }),
  ),
});
export type PackedItem = z.infer<typeof PackedItem>;

export const PackedEntry = z.intersection(
  z.object({
    id: Uuid,
    capturedBy: LimitedId,
    capturerName: LimitedText,
    branchId: LimitedId,
    capturedAt: IntegerMs,
    clockOffset: IntegerMs,
    /** An invalid queue number is read as null. */
    turn: z._default(
      z.pipe(
        z.unknown(),
        z.transform((turn) => parseQueueNumber(turn)),
      ),
      null,
    ),
    items: z.array(PackedItem).check(z.minLength(1), z.maxLength(3)),
  }),
  z.discriminatedUnion('kind', [PackedRegistration, PackedAttachment, PackedCorrection]),
);
export type PackedEntry = z.infer<typeof PackedEntry>;

export const TransferManifest = z.object({
  packedAt: IntegerMs,
  packedBy: z.object({ userId: LimitedId, email: z.nullable(LimitedText), name: LimitedText }),
  /** Entries in chunk order; the first entry is in chunk 1. */
  entries: z
    .array(
      z.object({
        id: Uuid,
        kind: z.enum(['registration', 'attachment', 'correction']),
        branchId: LimitedId,
        capturedAt: IntegerMs,
      }),
    )
    .check(z.maxLength(100_000)),
});
export type TransferManifest = z.infer<typeof TransferManifest>;
