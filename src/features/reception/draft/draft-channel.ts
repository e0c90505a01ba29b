export interface DraftKey {
  readonly ownerId: string;
  /** The entry that is being corrected; null for a new registration. */
  readonly entryId: string | null;
}

/** What a window says of a draft that it wrote, confirmed or threw away: which one, and nothing of what is in it (D5). */
interface DraftWord {
  readonly draft: string;
}

const idOf = ({ ownerId, entryId }: DraftKey): string => `${ownerId}:${entryId ?? 'new'}`;

/** One for the whole window: a channel does not hear itself. Safari before 15.4 has none, and hears nobody. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ventanilla-drafts') : null;

/** The linter takes every `postMessage` for a window's, which needs an origin; a channel stays within its own. */
const post: ((word: DraftWord) => void) | undefined = channel?.postMessage.bind(channel);

/** Call it after the write: whoever hears it reads the device. */
export function tellOtherWindows(draftKey: DraftKey): void {
  post?.({ draft: idOf(draftKey) });
}

/** Calls back when another window changed this draft; returns how to stop. */
export function hearOtherWindows(draftKey: DraftKey, onChange: () => void): () => void {
  const hear = ({ data }: MessageEvent<DraftWord>) => {
    if (data.draft === idOf(draftKey)) onChange();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
