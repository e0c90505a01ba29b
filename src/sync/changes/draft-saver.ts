/**
 * Delay in ms of a save when the last save is still running or began less than this time ago; counted from the first unsaved
 * change. Any other change is saved at once.
 */
const DRAFT_SAVE_DELAY_MS = 250;

export interface DraftSaver<Content> {
  /** Schedules content for saving: at once if the last save began at least `DRAFT_SAVE_DELAY_MS` ago, otherwise after that delay. */
  change(content: Content): void;
  /** Saves pending content now. A failure is reported to `onFailure`, and the content stays pending. */
  readonly flush: () => Promise<void>;
  readonly isDue: () => boolean;
  /** Pauses saving until `release` was called as often as `hold`. Content that changes in the meantime stays pending. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Stops saving permanently; called after the draft was confirmed or discarded. */
  stop(): void;
}

interface DraftSaveCallbacks {
  onSaved: () => void;
  onFailure: (error: unknown) => void;
}

export function createDraftSaver<Content>(
  save: (content: Content) => Promise<void>,
  { onSaved, onFailure }: DraftSaveCallbacks,
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
      // Keep the failed content only if no newer save began, because older content must not overwrite newer.
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
      if (saving === 0 && performance.now() - begun >= DRAFT_SAVE_DELAY_MS) void flush();
      else timer ??= setTimeout(() => void flush(), DRAFT_SAVE_DELAY_MS);
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
