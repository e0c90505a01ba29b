import type { Statement } from '#domain/custody.ts';

/** One evaluation as the model keeps it. */
interface Evaluation {
  readonly document: string;
  readonly pictures: Set<string>;
}

/** What a copy has, too. */
interface State {
  life: string;
  after: string | null;
  holdsUntil: number | null;
  /** Key → the id that it made. */
  readonly keys: Map<string, string>;
  readonly evaluations: Map<string, Evaluation>;
  readonly copies: Copy[];
}

interface Copy {
  readonly heldUntil: number;
  readonly state: State;
  isVerified: boolean;
}

/** What an item carries. */
export interface Sent {
  readonly key: string;
  readonly evaluationId: string | null;
  readonly kind: string;
  readonly words: string;
}

const cloned = (state: State): State => ({
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

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const isMore = (a: Copy, b: Copy): number => b.heldUntil - a.heldUntil;

/** The provider, its copies on another disk, and a clock. Nothing that it was told is in it, but by its rules. */
export class Clinic {
  now = Date.UTC(2026, 10, 2, 8);
  #ids = 0;
  #state: State = {
    life: idOf((this.#ids += 1)),
    after: null,
    holdsUntil: null,
    keys: new Map(),
    evaluations: new Map(),
    copies: [],
  };
  /** On a disk that outlives the provider. */
  readonly #copies: Copy[] = [];

  get evaluations(): readonly Evaluation[] {
    return [...this.#state.evaluations.values()];
  }

  /** The same key makes the same (S7). Null: refused. */
  take({ key, evaluationId, kind, words }: Sent): string | null {
    const known = this.#state.keys.get(key);
    if (known !== undefined) return known;
    const id = idOf((this.#ids += 1));
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
    const copy = { heldUntil, state: cloned(this.#state), isVerified: false };
    this.#copies.push(copy);
    this.#state.copies.push(copy);
  }

  verify(): void {
    const newest = [...this.#copies].sort(isMore)[0];
    if (!newest) return;
    newest.isVerified = true;
    if (!this.#state.copies.includes(newest)) this.#state.copies.push(newest);
  }

  /** None older than the newest that was shown to be whole: that is what the tablets were promised. */
  get restorable(): readonly Copy[] {
    const shown = this.#copies.filter(({ isVerified }) => isVerified).sort(isMore)[0];
    return this.#copies.filter(({ heldUntil }) => heldUntil >= (shown?.heldUntil ?? 0));
  }

  /** Whether the newest copy that was shown to be whole has all of it. */
  isCopied(document: string): boolean {
    const shown = this.#copies.filter(({ isVerified }) => isVerified).sort(isMore)[0];
    return [...(shown?.state.evaluations.values() ?? [])].some(
      (evaluation) => evaluation.document === document && evaluation.pictures.size === 2,
    );
  }

  /** The disk dies; what was restored begins another life. */
  restore(copy: Copy): void {
    const { life: after, ...state } = cloned(copy.state);
    this.#state = { ...state, life: idOf((this.#ids += 1)), after, holdsUntil: copy.heldUntil };
  }

  say(): Statement {
    const { life, after, holdsUntil, copies } = this.#state;
    const shown = copies.filter(({ isVerified }) => isVerified).sort(isMore)[0];
    return { life, after, holdsUntil, backedUpUntil: shown?.heldUntil ?? null, at: this.now };
  }
}
