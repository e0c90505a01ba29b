import * as z from 'zod/mini';
import type { WrappedKeyRow, EntryRow, ItemRow, OutboxReceiptRow, BytesRow } from '../database/records.ts';
import { reportUnexpectedBackupError } from './backup-cache.ts';
import { isArrayBuffer } from './backup-format.ts';
import type { EntryBackupRows } from './entry-backup.ts';

/**
 * Schemas of the rows in a backup, which an earlier version of the app may have written: missing fields get defaults, unknown
 * fields stay. An upgrade in database.ts that changes a row must also change its schema. The encrypted content of a row has no
 * schema.
 */
const Id = z.string().check(z.minLength(1));
const Time = z.number();
const Bytes = z.unknown().check(z.refine(isArrayBuffer)) as unknown as z.ZodMiniType<ArrayBuffer>;
/** Optional field. A backup is JSON, so a missing value is absent and never `undefined`. */
const optionalField = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(schema) as unknown as z.ZodMiniExactOptional<Schema>;
const BytesOrNone = z._default(z.nullable(Bytes), null);

const CapturedRowFields = {
  id: Id,
  kind: z.enum(['registration', 'attachment', 'correction']),
  ownerId: Id,
  branchId: Id,
  capturedAt: Time,
  patientTag: z._default(z.string(), ''),
  sealedSummary: Bytes,
  turn: z.optional(z.string()),
};

const BackupEntryRow = z.looseObject({
  ...CapturedRowFields,
  target: z._default(z.nullable(z.looseObject({ evaluationId: Id, examOrderId: Id })), null),
  corrects: z.optional(z.looseObject({ entryId: z.nullable(Id), evaluationId: z.nullable(Id) })),
  sealedCorrected: z.optional(Bytes),
  capturedBy: z.optional(Id),
  clockOffset: z._default(Time, 0),
  standing: z._default(z.enum(['on_its_way', 'attention']), 'on_its_way'),
});

const BackupItemState = z.discriminatedUnion('name', [
  z.looseObject({ name: z.literal('queued') }),
  z.looseObject({ name: z.literal('sending'), since: Time }),
  z.looseObject({
    name: z.literal('waiting'),
    since: Time,
    until: Time,
    cause: z.enum(['no_answer', 'timeout', 'portal', 'busy', 'failing']),
  }),
  z.looseObject({ name: z.literal('attention'), since: Time, correctable: z._default(z.boolean(), false) }),
  z.looseObject({ name: z.literal('delivered'), at: Time, remoteId: Id }),
]);

const BackupItemRow = z.looseObject({
  id: Id,
  entryId: Id,
  ownerId: Id,
  branchId: Id,
  capturedAt: Time,
  kind: z.enum(['evaluation', 'correction', 'photo', 'signature', 'attachment']),
  key: Id,
  capturedBy: z.optional(Id),
  consent: z._default(z.nullable(z.string()), null),
  attempts: z._default(z.number(), 0),
  state: BackupItemState,
  sealedRefusal: BytesOrNone,
  sealedBody: BytesOrNone,
  picture: z._default(z.nullable(z.looseObject({ bytesId: Id, sealedRef: Bytes })), null),
  lane: z.union([z.literal(0), z.literal(1)]),
  dueAt: optionalField(Time),
  namesakes: optionalField(z.array(z.string())),
  heldFor: optionalField(Id),
});

const BackupBytesRow: z.ZodMiniType<BytesRow> = z.looseObject({ id: Id, ownerId: Id, sealed: Bytes });

const BackupReceiptRow = z.looseObject({
  ...CapturedRowFields,
  entryId: z.optional(Id),
  capturedBy: z.optional(Id),
  settledAt: Time,
  outcome: z.enum(['delivered', 'discarded', 'handed_over']),
  evaluationId: z._default(z.nullable(Id), null),
});

const BackupKeyRow = z.looseObject({
  id: Id,
  userId: Id,
  version: z.literal(1),
  salt: Bytes,
  sealed: Bytes,
  origin: z.literal('device'),
  branchId: z._default(z.nullable(Id), null),
  sealedFacts: Bytes,
  sealedFace: optionalField(Bytes),
  wrong: z._default(z.number(), 0),
  blockedUntil: z._default(z.number(), 0),
});

/** Returns the error for an unreadable row, with the paths of the invalid fields but not their content. */
const damagedRowError = (what: string, issues: readonly z.core.$ZodIssue[]): Error =>
  new Error(
    `backup: ${what} is damaged at ${issues.map(({ path }) => path.join('.') || 'its root').join(', ')}`,
  );

function parseRow<Row>(what: string, schema: z.ZodMiniType<Row>, value: unknown): Row {
  const read = schema.safeParse(value);
  if (!read.success) throw damagedRowError(what, read.error.issues);
  return read.data;
}

function parseReadableRows<Row>(what: string, schema: z.ZodMiniType<Row>, values: unknown): Row[] {
  return parseRow(`the list of each ${what}`, z.array(z.unknown()), values).flatMap((value) => {
    try {
      return [parseRow(what, schema, value)];
    } catch (error) {
      reportUnexpectedBackupError(error);
      return [];
    }
  });
}

const EntryBackupContent = z.looseObject({ entry: z.unknown(), items: z.unknown(), bytes: z.unknown() });

const MAIN_ITEM_KIND_BY_ENTRY_KIND = {
  registration: 'evaluation',
  attachment: 'attachment',
  correction: 'correction',
} as const;

/**
 * Parses the backup of an entry. Leaves out unreadable items of photos and signatures; a file whose bytes are unreadable counts
 * as lost (S10).
 * @throws Error if the entry or its main item is unreadable, or the entry's id is not `entryId`
 */
export function parseEntryBackup(entryId: string, value: unknown): EntryBackupRows {
  const copied = parseRow('an entry’s copy', EntryBackupContent, value);
  const { capturedBy, ...facts } = parseRow('an entry', BackupEntryRow, copied.entry);
  const entry: EntryRow = { ...facts, capturedBy: capturedBy ?? facts.ownerId };
  const items: ItemRow[] = parseReadableRows('item', BackupItemRow, copied.items)
    .filter((item) => item.entryId === entry.id)
    .map((item) => ({ ...item, capturedBy: item.capturedBy ?? entry.capturedBy }));
  const first = MAIN_ITEM_KIND_BY_ENTRY_KIND[entry.kind];
  if (entry.id !== entryId || !items.some(({ kind }) => kind === first))
    throw new Error(`backup: an entry is damaged: it has no ${first}, or is of another address`);
  return { entry, items, bytes: parseReadableRows('file', BackupBytesRow, copied.bytes) };
}

export const parseReceiptBackup = (value: unknown): OutboxReceiptRow[] =>
  parseReadableRows('receipt', BackupReceiptRow, value).map((row) => ({
    ...row,
    // The receipt's id of a handed-over entry is the entry's id, a colon, and the owner's id.
    entryId: row.entryId ?? row.id.replace(/:.*/, ''),
    capturedBy: row.capturedBy ?? row.ownerId,
  }));

export const parseKeyBackup = (value: unknown): WrappedKeyRow[] =>
  parseReadableRows('key', BackupKeyRow, value).map((row) => ({ ...row, salt: new Uint8Array(row.salt) }));
