import type { SimulatedContent, RegistrationContents } from './model/content.ts';
import type { MemoryStore, StoredEntry } from './model/memory-store.ts';
import type { ModelEvaluation, SentItem } from './model/model-server.ts';

type Picture = 'photo' | 'signature';

/** Confirmed registration, as the server must have it in the end. */
export interface Registration {
  readonly id: string;
  /** User who confirmed the current content. */
  author: string;
  contents: RegistrationContents;
  /** Digests of all bodies that were confirmed for this registration, oldest first. */
  readonly bodies: string[];
  isDiscarded: boolean;
  isHandedOver: boolean;
}

/** Confirmed correction of a registration that the tablet has sent or may have sent. */
interface Correction {
  readonly id: string;
  readonly of: string;
  readonly author: string;
  readonly capturedAt: number;
  readonly values: SimulatedContent;
  readonly pictures: Map<Picture, SimulatedContent>;
  isDiscarded: boolean;
}

/** Records all confirmations and checks that the sent requests match them. */
export class ConfirmationJournal {
  readonly registrations = new Map<string, Registration>();
  readonly corrections = new Map<string, Correction>();
  readonly faults: string[] = [];
  readonly #keys = new Map<string, string>();
  readonly #bytes = new Map<string, string>();

  recordConfirmation(entry: StoredEntry, contents: RegistrationContents): void {
    const { id, ownerId: author } = entry;
    const before = this.registrations.get(id);
    const bodies = [...(before?.bodies ?? []), contents.evaluation.digest];
    const isHandedOver = before?.isHandedOver ?? false;
    this.registrations.set(id, { id, author, contents, bodies, isDiscarded: false, isHandedOver });
    this.recordKeys(entry);
  }

  /** Records in the journal a correction that is queued as an entry next to that of its registration. */
  recordCorrection(of: string, entry: StoredEntry, capturedAt: number): void {
    const earlier = [...this.corrections.values()].filter((one) => one.of === of);
    const [lead, ...media] = entry.items;
    if (!lead) throw new Error('a correction without values');
    const pictures = new Map(media.map(({ item, content }) => [item.kind as Picture, content]));
    const { id, ownerId: author } = entry;
    this.corrections.set(id, {
      id,
      of,
      author,
      capturedAt,
      values: lead.content,
      pictures,
      isDiscarded: false,
    });
    this.recordKeys(entry);
    if (earlier.some((one) => one.capturedAt >= capturedAt && one.author === author))
      this.faults.push(`S30: ${id} is captured before an earlier correction`);
  }

  /**
   * Removes recorded corrections of the registration that are no longer in the queue, because a later correction includes their
   * changes.
   */
  recordOnlyWaiting(of: string, waiting: readonly StoredEntry[]): void {
    const stays = new Set(waiting.map(({ id }) => id));
    for (const { id, of: registration, isDiscarded } of this.corrections.values())
      if (registration === of && !isDiscarded && !stays.has(id) && !this.arrived.has(id))
        this.corrections.delete(id);
  }

  /** Ids of the corrections that the tablet has delivered completely. */
  arrived: ReadonlySet<string> = new Set();

  recordRetaken(id: string, kind: Picture, content: SimulatedContent): void {
    const registration = this.registrations.get(id);
    if (registration) registration.contents = { ...registration.contents, [kind]: content };
    this.corrections.get(id)?.pictures.set(kind, content);
  }

  recordDiscard(id: string): void {
    const entry = this.registrations.get(id) ?? this.corrections.get(id);
    if (entry) entry.isDiscarded = true;
  }

  recordHandover(id: string): void {
    const registration = this.registrations.get(id);
    if (registration) registration.isHandedOver = true;
  }

  /** Records the keys of the entry's items. Only a user's correction may change a key (S7). */
  recordKeys(entry: StoredEntry): void {
    for (const { item } of entry.items) this.#keys.set(item.id, item.key);
  }

  /** Checks a request when the tablet sends it. */
  checkSent(item: SentItem): void {
    const { entryId, kind, key, content } = item;
    const name = `${entryId}.${kind}`;
    if (this.#keys.get(name) !== key) this.faults.push(`S7: ${name} goes under another key`);
    if ((this.#bytes.get(key) ?? content.digest) !== content.digest)
      this.faults.push(`S7: ${name} goes with other bytes under its key`);
    this.#bytes.set(key, content.digest);
    const entry = this.registrations.get(entryId) ?? this.corrections.get(entryId);
    if (entry?.isDiscarded) this.faults.push(`S10: ${name} goes after it was discarded`);
    if (!entry) this.faults.push(`S30: ${name} goes though a later correction contains it`);
    if (item.isCorrection && item.evaluationId === null)
      this.faults.push(`S30: ${name} goes before its registration`);
  }

  /** Returns each difference between the server and the confirmations after the recovery. */
  compare(store: MemoryStore, evaluations: readonly ModelEvaluation[]): string[] {
    const known = new Set([...this.registrations.values()].flatMap(({ bodies }) => bodies));
    const strangers = evaluations.filter(({ digest }) => !known.has(digest));
    return [
      ...this.faults,
      ...strangers.map(({ digest }) => `nobody confirmed ${digest}`),
      ...[...this.registrations.values()].flatMap((registration) =>
        findRegistrationProblems(
          registration,
          [...this.corrections.values()].filter(({ of }) => of === registration.id),
          evaluations.filter(({ digest }) => registration.bodies.includes(digest)),
        ),
      ),
      ...[...store.entries.keys()].map((id) => `${id} is still unsent`),
    ];
  }
}

function findRegistrationProblems(
  registration: Registration,
  corrections: readonly Correction[],
  found: readonly ModelEvaluation[],
): string[] {
  const { id, isDiscarded } = registration;
  if (found.length > 1) return [`${id} is there ${found.length} times`];
  const [evaluation] = found;
  // The evaluation may exist nevertheless: a send without a response can have created it before the discard.
  if (isDiscarded) return [];
  return evaluation ? findDifferences(registration, corrections, evaluation) : [`${id} is missing`];
}

/**
 * Returns the digests that may be valid at the end. The content captured last is valid. The content of a later correction that
 * was discarded is also allowed, because it may have been sent before its discard.
 */
function listAcceptableDigests(
  base: SimulatedContent,
  corrected: readonly (readonly [Correction, SimulatedContent])[],
): string[] {
  const newestFirst = corrected.toSorted(([one], [other]) => other.capturedAt - one.capturedAt);
  const last = newestFirst.findIndex(([{ isDiscarded }]) => !isDiscarded);
  const perhaps = last < 0 ? newestFirst : newestFirst.slice(0, last);
  const holds = newestFirst[last];
  // When two users confirmed corrections in the same millisecond, the content of either correction may be valid.
  const alike = newestFirst.filter(([{ capturedAt }]) => capturedAt === holds?.[0].capturedAt);
  const ends = holds ? [holds, ...alike].map(([, content]) => content) : [base];
  const all = [...ends, ...perhaps.map(([, content]) => content)];
  return [...new Set(all.map(({ digest }) => digest))];
}

function findDifferences(
  { id, author, contents, isHandedOver }: Registration,
  corrections: readonly Correction[],
  evaluation: ModelEvaluation,
): string[] {
  const storedPictures = (kind: Picture) => (evaluation.media.get(kind) ?? []).join('+');
  const pictureOf = (kind: Picture) =>
    listAcceptableDigests(
      contents[kind],
      corrections.flatMap((one) => {
        const picture = one.pictures.get(kind);
        return picture ? [[one, picture] as const] : [];
      }),
    );
  const values = listAcceptableDigests(
    contents.evaluation,
    corrections.map((one) => [one, one.values] as const),
  );
  const pairs: readonly (readonly [what: string, expected: readonly string[], found: string])[] = [
    ['registered content', [contents.evaluation.digest], evaluation.digest],
    ['content', values, evaluation.values.digest],
    ['author', [author], evaluation.createdBy],
    ['photo', pictureOf('photo'), storedPictures('photo')],
    ['signature', pictureOf('signature'), storedPictures('signature')],
    ...(isHandedOver ? [] : [['sender', [author], evaluation.sentBy] as const]),
  ];
  return pairs
    .filter(([, expected, found]) => !expected.includes(found))
    .map(
      ([what, expected, found]) => `${id}: ${what} is '${found}', confirmed was '${expected.join("' or '")}'`,
    );
}
