import type { TabletProgram } from './tablet-window.ts';

/** Returns descriptions of inconsistent files: stored bytes that no row references, and references to missing bytes. */
export async function findFileReferenceProblems({ db }: TabletProgram): Promise<string[]> {
  const [drafts, items, kept, bytes] = await Promise.all([
    db.drafts.toArray(),
    db.items.toArray(),
    db.kept.toArray(),
    db.bytes.toCollection().primaryKeys(),
  ]);
  const named = new Set<string | undefined>([
    ...drafts.flatMap(({ photo, signature }) => [photo?.bytesId, signature?.bytesId]),
    ...items.map(({ picture }) => picture?.bytesId),
    ...kept.flatMap(({ bytesIds }) => bytesIds),
  ]);
  named.delete(undefined);
  const there = new Set<string | undefined>(bytes);
  return [
    ...[...there].filter((id) => !named.has(id)).map(() => 'a file is left that nobody names'),
    ...[...named].filter((id) => !there.has(id)).map(() => 'a file is named and gone'),
  ];
}

/**
 * Returns descriptions of wrong receipts: a delivered entry must have one and an unsent entry none, because the shift's count
 * uses the receipts.
 */
export async function findWrongReceipts({ db }: TabletProgram): Promise<string[]> {
  const [receipts, entries, kept] = await Promise.all([
    db.receipts.toCollection().primaryKeys(),
    db.entries.toCollection().primaryKeys(),
    db.kept.toCollection().primaryKeys(),
  ]);
  const settled = new Set<string>(receipts);
  return [
    ...entries.filter((id) => settled.has(id)).map(() => 'what waits has a receipt'),
    ...kept.filter((id) => !settled.has(id)).map(() => 'what has arrived has no receipt'),
    ...kept.filter((id) => entries.includes(id)).map(() => 'one entry waits and has arrived'),
  ];
}
