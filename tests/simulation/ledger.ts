import type { Contents } from './content.ts';
import type { MemoryStore, StoredEntry } from './memory-store.ts';
import type { Evaluation, SentItem } from './model-provider.ts';

/** One confirmed registration as the people at the desk remember it. */
export interface Registration {
  readonly id: string;
  /** Who confirmed what is confirmed now. */
  author: string;
  contents: Contents;
  /** Digests of all bodies that were confirmed for it, one after the other. */
  readonly bodies: string[];
  isDiscarded: boolean;
  isHandedOver: boolean;
}

/** What was confirmed, and what of it may and may not be seen on the wire. */
export class Ledger {
  readonly registrations = new Map<string, Registration>();
  readonly faults: string[] = [];
  readonly #keys = new Map<string, string>();
  readonly #bytes = new Map<string, string>();

  confirmed(entry: StoredEntry, contents: Contents): void {
    const { id, ownerId: author } = entry;
    const before = this.registrations.get(id);
    const bodies = [...(before?.bodies ?? []), contents.evaluation.digest];
    const isHandedOver = before?.isHandedOver ?? false;
    this.registrations.set(id, { id, author, contents, bodies, isDiscarded: false, isHandedOver });
    this.keysAreNow(entry);
  }

  /** Only a person's correction gives other keys (S7). */
  keysAreNow(entry: StoredEntry): void {
    for (const { item } of entry.items) this.#keys.set(item.id, item.key);
  }

  /** Every request as it leaves the tablet. */
  sent(item: SentItem): void {
    const { entryId, kind, key, content } = item;
    const name = `${entryId}.${kind}`;
    if (this.#keys.get(name) !== key) this.faults.push(`S7: ${name} goes under another key`);
    if ((this.#bytes.get(key) ?? content.digest) !== content.digest)
      this.faults.push(`S7: ${name} goes with other bytes under its key`);
    this.#bytes.set(key, content.digest);
    if (this.registrations.get(entryId)?.isDiscarded)
      this.faults.push(`S10: ${name} goes after it was discarded`);
  }

  /** What is wrong once everything has healed. */
  compare(store: MemoryStore, evaluations: readonly Evaluation[]): string[] {
    const known = new Set([...this.registrations.values()].flatMap(({ bodies }) => bodies));
    const strangers = evaluations.filter(({ digest }) => !known.has(digest));
    return [
      ...this.faults,
      ...strangers.map(({ digest }) => `nobody confirmed ${digest}`),
      ...[...this.registrations.values()].flatMap((registration) =>
        problemsOf(
          registration,
          evaluations.filter(({ digest }) => registration.bodies.includes(digest)),
        ),
      ),
      ...[...store.entries.keys()].map((id) => `${id} is still unsent`),
    ];
  }
}

function problemsOf(registration: Registration, found: readonly Evaluation[]): string[] {
  const { id, isDiscarded } = registration;
  if (found.length > 1) return [`${id} is there ${found.length} times`];
  const [evaluation] = found;
  // A discard cannot take back what an unanswered send had created already.
  if (isDiscarded) return [];
  return evaluation ? differences(registration, evaluation) : [`${id} is missing`];
}

function differences({ id, author, contents, isHandedOver }: Registration, evaluation: Evaluation): string[] {
  const held = (kind: 'photo' | 'signature') => (evaluation.media.get(kind) ?? []).join('+');
  const pairs: readonly (readonly [what: string, expected: string, found: string])[] = [
    ['content', contents.evaluation.digest, evaluation.digest],
    ['author', author, evaluation.createdBy],
    ['photo', contents.photo.digest, held('photo')],
    ['signature', contents.signature.digest, held('signature')],
    ...(isHandedOver ? [] : [['sender', author, evaluation.sentBy] as const]),
  ];
  return pairs
    .filter(([, expected, found]) => expected !== found)
    .map(([what, expected, found]) => `${id}: ${what} is '${found}', confirmed was '${expected}'`);
}
