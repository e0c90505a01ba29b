import type { BackupStatement } from '#domain/retention.ts';

interface ClinicEvaluation {
  readonly document: string;
  readonly pictures: Set<string>;
}

interface ClinicDatabaseState {
  life: string;
  after: string | null;
  holdsUntil: number | null;
  /** Id of the created record by idempotency key. */
  readonly keys: Map<string, string>;
  readonly evaluations: Map<string, ClinicEvaluation>;
  readonly copies: ClinicBackup[];
}

interface ClinicBackup {
  readonly heldUntil: number;
  readonly state: ClinicDatabaseState;
  isVerified: boolean;
}

export interface ReceivedItem {
  readonly key: string;
  readonly evaluationId: string | null;
  readonly kind: string;
  readonly words: string;
}

const cloneState = (state: ClinicDatabaseState): ClinicDatabaseState => ({
  ...state,
  keys: new Map(state.keys),
  evaluations: new Map(
    [...state.evaluations].map(([id, { document, pictures }]) => [
      id,
      { document, pictures: new Set(pictures) },
    ]),
  ),
  copies: [...state.copies],
});

const uuidOfNumber = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const compareNewestFirst = (a: ClinicBackup, b: ClinicBackup): number => b.heldUntil - a.heldUntil;

/** Model of the server, of its backups on another disk, and of a clock. The server stores only items that its rules accept. */
export class ModelClinic {
  now = Date.UTC(2026, 10, 2, 8);
  #ids = 0;
  #state: ClinicDatabaseState = {
    life: uuidOfNumber((this.#ids += 1)),
    after: null,
    holdsUntil: null,
    keys: new Map(),
    evaluations: new Map(),
    copies: [],
  };
  /** Backups on a disk that survives the server. */
  readonly #copies: ClinicBackup[] = [];

  get evaluations(): readonly ClinicEvaluation[] {
    return [...this.#state.evaluations.values()];
  }

  /**
   * Stores the item and returns the id created under its key; the same key always gives the same id (S7). Returns null if the
   * server rejects the item.
   */
  receive({ key, evaluationId, kind, words }: ReceivedItem): string | null {
    const known = this.#state.keys.get(key);
    if (known !== undefined) return known;
    const id = uuidOfNumber((this.#ids += 1));
    if (kind === 'evaluation') this.#state.evaluations.set(id, { document: words, pictures: new Set() });
    else {
      const evaluation = this.#state.evaluations.get(evaluationId ?? '');
      if (!evaluation) return null;
      evaluation.pictures.add(words);
    }
    this.#state.keys.set(key, id);
    return id;
  }

  copy(): void {
    const heldUntil = this.now;
    const copy = { heldUntil, state: cloneState(this.#state), isVerified: false };
    this.#copies.push(copy);
    this.#state.copies.push(copy);
  }

  verify(): void {
    const newest = [...this.#copies].sort(compareNewestFirst)[0];
    if (!newest) return;
    newest.isVerified = true;
    if (!this.#state.copies.includes(newest)) this.#state.copies.push(newest);
  }

  /** Backups that may be restored: the newest verified one and later ones, as the server has promised to the tablets. */
  get restorable(): readonly ClinicBackup[] {
    const shown = this.#copies.filter(({ isVerified }) => isVerified).sort(compareNewestFirst)[0];
    return this.#copies.filter(({ heldUntil }) => heldUntil >= (shown?.heldUntil ?? 0));
  }

  /** Returns true if the newest verified backup contains the patient's evaluation and both pictures. */
  isCopied(document: string): boolean {
    const shown = this.#copies.filter(({ isVerified }) => isVerified).sort(compareNewestFirst)[0];
    return [...(shown?.state.evaluations.values() ?? [])].some(
      (evaluation) => evaluation.document === document && evaluation.pictures.size === 2,
    );
  }

  /** Simulates the loss of the server's disk and a restore; the restored database begins a new incarnation. */
  restore(copy: ClinicBackup): void {
    const { life: after, ...state } = cloneState(copy.state);
    this.#state = { ...state, life: uuidOfNumber((this.#ids += 1)), after, holdsUntil: copy.heldUntil };
  }

  statement(): BackupStatement {
    const { life, after, holdsUntil, copies } = this.#state;
    const shown = copies.filter(({ isVerified }) => isVerified).sort(compareNewestFirst)[0];
    return { life, after, holdsUntil, backedUpUntil: shown?.heldUntil ?? null, at: this.now };
  }
}
