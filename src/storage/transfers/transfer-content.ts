import * as z from 'zod/mini';
import { parseQueueNumber } from '#domain/queue-number.ts';
import {
  EncryptedAttachment,
  EncryptedCorrection,
  EncryptedRejection,
  EncryptedRegistration,
  EncryptedStatement,
} from '../vault/encrypted-content.ts';

/**
 * Schemas of a transfer's content (docs/reference/sync/transfers-and-retention.md, 'Rescue and handover'). A file may come from
 * any source, so content that does not match counts as damaged and is never stored. Personal data of other app versions are
 * parsed as usual. Texts need no limit of their own, because `parcel-format.ts` limits each chunk.
 */
const Text = z.string().check(z.maxLength(10_000));
const Id = z.string().check(z.maxLength(300));
const Time = z.int();
const Uuid = z.uuid();

const PackedRegistration = z.object({
  kind: z.literal('registration'),
  target: z.null(),
  summary: EncryptedRegistration,
});

const PackedAttachment = z.object({
  kind: z.literal('attachment'),
  target: z.object({ evaluationId: Id, examOrderId: Id }),
  summary: EncryptedAttachment,
});

const PackedCorrection = z.object({
  kind: z.literal('correction'),
  target: z.null(),
  corrects: z.object({ entryId: z.nullable(Uuid), evaluationId: z.nullable(Id) }),
  summary: EncryptedCorrection,
});

/** Item states in a transfer. `sending` and `waiting` are missing, because they depend on the tablet that packed the item. */
const PackedItemState = z.discriminatedUnion('name', [
  z.object({ name: z.literal('queued') }),
  z.object({ name: z.literal('attention'), since: Time, refusal: EncryptedRejection }),
  z.object({ name: z.literal('delivered'), at: Time, remoteId: Id }),
]);

const PackedItem = z.object({
  id: Uuid,
  kind: z.enum(['evaluation', 'correction', 'photo', 'signature', 'attachment']),
  /** Idempotency-Key, with which the server executes the request once, whichever user sends it (S7). */
  key: Id,
  attempts: z.int().check(z.minimum(0)),
  capturedBy: Id,
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
      name: Text,
      size: z.int().check(z.minimum(0)),
      statement: z.optional(EncryptedStatement),
    }),
  ),
});
export type PackedItem = z.infer<typeof PackedItem>;

export const PackedEntry = z.intersection(
  z.object({
    id: Uuid,
    capturedBy: Id,
    capturerName: Text,
    branchId: Id,
    capturedAt: Time,
    clockOffset: Time,
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

export const Manifest = z.object({
  packedAt: Time,
  packedBy: z.object({ userId: Id, email: z.nullable(Text), name: Text }),
  /** Entries in chunk order; the first entry is in chunk 1. */
  entries: z
    .array(
      z.object({
        id: Uuid,
        kind: z.enum(['registration', 'attachment', 'correction']),
        branchId: Id,
        capturedAt: Time,
      }),
    )
    .check(z.maxLength(100_000)),
});
export type Manifest = z.infer<typeof Manifest>;
