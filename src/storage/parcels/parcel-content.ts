import * as z from 'zod/mini';
import { toTurn } from '#domain/turn-number.ts';
import {
  SealedAttachment,
  SealedCorrection,
  SealedRefusal,
  SealedRegistration,
  SealedStatement,
} from '../vault/sealed-content.ts';

/**
 * What a parcel says (docs/SYNC.md, 'Rescue and handover'). It may come in a file from anywhere: what does not fit is
 * damaged, and nothing of it gets near a row. What another version of the app says of a person is read as the device's own
 * is. A text's length is bounded by that of its chunk (parcel-format.ts).
 */
const Text = z.string().check(z.maxLength(10_000));
const Id = z.string().check(z.maxLength(300));
const Time = z.int();
const Uuid = z.uuid();

const Registration = z.object({
  kind: z.literal('registration'),
  target: z.null(),
  summary: SealedRegistration,
});

const Attachment = z.object({
  kind: z.literal('attachment'),
  target: z.object({ evaluationId: Id, examOrderId: Id }),
  summary: SealedAttachment,
});

const Correction = z.object({
  kind: z.literal('correction'),
  target: z.null(),
  corrects: z.object({ entryId: z.nullable(Uuid), evaluationId: z.nullable(Id) }),
  summary: SealedCorrection,
});

/** As the state machine's, without what belongs to the tablet that packed it: nothing is `sending` or `waiting` here. */
const State = z.discriminatedUnion('name', [
  z.object({ name: z.literal('queued') }),
  z.object({ name: z.literal('attention'), since: Time, refusal: SealedRefusal }),
  z.object({ name: z.literal('delivered'), at: Time, remoteId: Id }),
]);

const PackedItem = z.object({
  id: Uuid,
  kind: z.enum(['evaluation', 'correction', 'photo', 'signature', 'attachment']),
  /** The Idempotency-Key: sent once, whoever sends it (S7). */
  key: Id,
  attempts: z.int().check(z.minimum(0)),
  capturedBy: Id,
  consent: z.nullable(z.string().check(z.maxLength(200))),
  state: State,
  /** As in its row (S30). */
  heldFor: z.optional(Uuid),
  body: z.nullable(z.string().check(z.maxLength(1_000_000))),
  /** Its bytes follow the head, in the order of the items. Null for a body, for what was lost and for what 0.1 let go once it had arrived. */
  file: z.nullable(
    z.object({
      mime: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
      name: Text,
      size: z.int().check(z.minimum(0)),
      statement: z.optional(SealedStatement),
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
    /** What is no turn is none. */
    turn: z._default(
      z.pipe(
        z.unknown(),
        z.transform((turn) => toTurn(turn)),
      ),
      null,
    ),
    items: z.array(PackedItem).check(z.minLength(1), z.maxLength(3)),
  }),
  z.discriminatedUnion('kind', [Registration, Attachment, Correction]),
);
export type PackedEntry = z.infer<typeof PackedEntry>;

export const Manifest = z.object({
  packedAt: Time,
  packedBy: z.object({ userId: Id, email: z.nullable(Text), name: Text }),
  /** In the order of the chunks, the first of which is number 1. */
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
