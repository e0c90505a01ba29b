export interface DraftKey {
  readonly ownerId: string;
  /** Entry that is being corrected; null for a new registration. */
  readonly entryId: string | null;
}

/** Message of a window that wrote, confirmed or discarded a draft: the key of the draft, and nothing of its content (D5). */
interface DraftMessage {
  readonly draft: string;
}

const idOf = ({ ownerId, entryId }: DraftKey): string => `${ownerId}:${entryId ?? 'new'}`;

/**
 * The only channel of this window, because a channel does not receive the messages that it sends. Null in Safari before 15.4:
 * that window receives nothing.
 */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ventanilla-drafts') : null;

/**
 * The linter takes every `postMessage` for `window.postMessage`, which needs a target origin; a BroadcastChannel only reaches
 * its own origin.
 */
const post: ((word: DraftMessage) => void) | undefined = channel?.postMessage.bind(channel);

/** Notifies other windows of a changed draft. Call it after the write, because the receiver reads the device. */
export function notifyOtherWindows(draftKey: DraftKey): void {
  post?.({ draft: idOf(draftKey) });
}

/** Calls back when another window changed this draft. Returns an unsubscribe function. */
export function onOtherWindowChange(draftKey: DraftKey, onChange: () => void): () => void {
  const hear = ({ data }: MessageEvent<DraftMessage>) => {
    if (data.draft === idOf(draftKey)) onChange();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
