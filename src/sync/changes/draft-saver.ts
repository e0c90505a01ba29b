/** Maximum input that a crash may lose, in milliseconds; counted from the first key, not from the last. */
const SAVE_DELAY_MS = 250;

export interface DraftSaver<Content> {
  /** Schedules content for saving: at once after a pause, because a choice is a single change; soon while the user types. */
  change(content: Content): void;
  /** Saves content that is not saved yet. Failures go to `onFailure`; the content stays due for the next save. */
  readonly flush: () => Promise<void>;
  /** Returns whether some content is not on the device yet. */
  readonly isDue: () => boolean;
  /**
   * Stops writing until `release` was called as often as `hold`. Changes in the meantime belong to another draft, or stay due.
   */
  readonly hold: () => void;
  readonly release: () => void;
  /** Stops writing permanently, because the draft was confirmed or discarded. */
  stop(): void;
}

interface Outcome {
  onSaved: () => void;
  onFailure: (error: unknown) => void;
}

export function createDraftSaver<Content>(
  save: (content: Content) => Promise<void>,
  { onSaved, onFailure }: Outcome,
): DraftSaver<Content> {
  let due: { content: Content } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let holds = 0;
  let saving = 0;
  let saves = 0;
  let begun = Number.NEGATIVE_INFINITY;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const taken = due;
    if (!taken || stopped || holds > 0) return;
    due = null;
    saving += 1;
    const nth = (saves += 1);
    begun = performance.now();
    try {
      await save(taken.content);
      onSaved();
    } catch (error) {
      // Newer content may have been saved in the meantime and must not be overwritten.
      if (nth === saves) due ??= taken;
      onFailure(error);
    } finally {
      saving -= 1;
    }
  };

  return {
    change(content) {
      if (stopped) return;
      due = { content };
      if (holds > 0) return;
      if (saving === 0 && performance.now() - begun >= SAVE_DELAY_MS) void flush();
      else timer ??= setTimeout(() => void flush(), SAVE_DELAY_MS);
    },
    flush,
    isDue: () => !stopped && (due !== null || saving > 0),
    hold() {
      holds += 1;
      clearTimeout(timer);
      timer = undefined;
    },
    release() {
      holds -= 1;
      void flush();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
