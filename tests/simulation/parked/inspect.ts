import { Dexie } from 'dexie';
import type { WindowProgram } from './reception-window.ts';
import type { FoundDraft } from './people.ts';

type PictureColumn = Parameters<WindowProgram['readFileAndMarkVerified']>[1] | null;

async function readPictureText(
  { requireKeysOf, readFileAndMarkVerified }: WindowProgram,
  ownerId: string,
  column: PictureColumn,
) {
  if (!column) return null;
  const read = await readFileAndMarkVerified(await requireKeysOf(ownerId), column);
  return read.type === 'intact' ? new TextDecoder().decode(read.file.bytes) : read.type;
}

async function readDrafts(program: WindowProgram, ownerId: string): Promise<FoundDraft[]> {
  const { db, loadDraft, listParkedDrafts } = program;
  const [form, waiting] = [await loadDraft(ownerId, null), await listParkedDrafts(ownerId)];
  const all = [
    ...(form ? [{ id: `${ownerId}:new`, place: 'form' as const, content: form.content }] : []),
    ...waiting.map(({ id, content }) => ({ id, place: 'waiting' as const, content })),
  ];
  return Promise.all(
    all.map(async ({ id, place, content }) => {
      const row = await db.drafts.get(id);
      const isRead = content !== null && content !== 'damaged';
      return {
        place,
        document: isRead ? content.form.identification_number : String(content),
        text: isRead ? content.form.additional_info : '',
        photo: await readPictureText(program, ownerId, row?.photo ?? null),
        signature: await readPictureText(program, ownerId, row?.signature ?? null),
      };
    }),
  );
}

async function findConfirmedDrafts(program: WindowProgram, ownerId: string): Promise<FoundDraft[]> {
  const { db, listEntries } = program;
  const entries = await listEntries(ownerId, { limit: 1_000 });
  return Promise.all(
    entries.map(async ({ id, summary }) => {
      const items = await db.items.where('entryId').equals(id).toArray();
      const picture = (kind: string) => items.find((item) => item.kind === kind)?.picture ?? null;
      return {
        place: 'confirmed' as const,
        document: summary.identification_number,
        text: 'form' in summary ? (summary.form?.additional_info ?? '') : '',
        photo: await readPictureText(program, ownerId, picture('photo')),
        signature: await readPictureText(program, ownerId, picture('signature')),
      };
    }),
  );
}

export const findRegistrationsOnDevice = async (
  program: WindowProgram,
  ownerId: string,
): Promise<FoundDraft[]> => [
  ...(await readDrafts(program, ownerId)),
  ...(await findConfirmedDrafts(program, ownerId)),
];

/** Returns picture bytes that no row references, and references whose bytes are missing. */
export async function findPictureReferenceProblems({ db }: WindowProgram): Promise<string[]> {
  const [drafts, items, bytes] = [
    await db.drafts.toArray(),
    await db.items.toArray(),
    await db.bytes.toArray(),
  ];
  const named = new Set([
    ...drafts.flatMap(({ photo, signature }) => [photo?.bytesId, signature?.bytesId]),
    ...items.map(({ picture }) => picture?.bytesId),
  ]);
  named.delete(undefined);
  const there = new Set(bytes.map(({ id }) => id));
  return [
    ...[...there].filter((id) => !named.has(id)).map(() => 'a picture is left that nobody names'),
    ...[...named].filter((id) => id !== undefined && !there.has(id)).map(() => 'a picture is named and gone'),
  ];
}

/** Yields every text and byte array in the database, as a reader of the browser's files would see it. */
function* iterateTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    yield Buffer.from(value instanceof ArrayBuffer ? value : value.buffer).toString('latin1');
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* iterateTexts(part);
}

/** Returns each of the given words that the database contains unencrypted. */
export async function findUnencryptedTexts(words: readonly string[]): Promise<string[]> {
  const db = await new Dexie('ventanilla').open();
  const rows = await Promise.all(
    db.tables.filter(({ name }) => name !== 'keys').map((table) => table.toArray()),
  );
  db.close();
  const all = [...iterateTexts(rows)].join('\n');
  return words.filter((word) => all.includes(word)).map((word) => `'${word}' can be read without a key`);
}
