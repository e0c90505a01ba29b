import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';

/** People in one row. A change writes one row again, and ten thousand people are read with twenty decryptions. */
export const PACK_SIZE = 500;
/** People of one row. Each write gives the row a new revision. */
export interface Pack {
  readonly revision: string;
  readonly people: readonly ExpectedPerson[];
}
export const newRevision = (): string => crypto.randomUUID();

/** Returns the packs with the changed people in place of their earlier data, and new people at the end. */
export function mergeIntoPacks(
  packs: ReadonlyMap<number, Pack>,
  changes: readonly ExpectedPerson[],
): { readonly packs: ReadonlyMap<number, Pack>; readonly changed: ReadonlySet<number> } {
  const packOf = new Map<string, number>();
  for (const [pack, { people }] of packs) for (const { id } of people) packOf.set(id, pack);
  const merged = new Map([...packs].map(([pack, { people }]) => [pack, [...people]]));
  const changed = new Set<number>();
  let last = Math.max(-1, ...packs.keys());
  for (const person of new Map(changes.map((one) => [one.id, one])).values()) {
    const known = packOf.get(person.id);
    if (known === undefined && (last < 0 || (merged.get(last)?.length ?? PACK_SIZE) >= PACK_SIZE)) last += 1;
    const pack = known ?? last;
    const people = merged.get(pack) ?? [];
    const at = known === undefined ? -1 : people.findIndex(({ id }) => id === person.id);
    if (at < 0) people.push(person);
    else people[at] = person;
    merged.set(pack, people);
    changed.add(pack);
  }
  const written = [...merged].map(([pack, people]): [number, Pack] => {
    const before = packs.get(pack);
    return [pack, before && !changed.has(pack) ? before : { revision: newRevision(), people }];
  });
  return { packs: new Map(written), changed };
}

/** A person of an older revision does not replace a newer one, because responses may overtake each other. */
export const withoutOlderRevisions = (
  people: readonly ExpectedPerson[],
  changes: readonly ExpectedPerson[],
): readonly ExpectedPerson[] => {
  const stored = new Map(people.map(({ id, revision }) => [id, revision]));
  return changes.filter(({ id, revision }) => revision >= (stored.get(id) ?? 0));
};
