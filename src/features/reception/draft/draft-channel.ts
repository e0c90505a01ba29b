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

const toDraftId = ({ ownerId, entryId }: DraftKey): string => `${ownerId}:${entryId ?? 'new'}`;

/** The only channel of this window, because a channel does not receive its own messages. */
const draftChannel = new BroadcastChannel('ventanilla-drafts');

/**
 * Called through a variable, because the linter takes every `postMessage` for `window.postMessage`, which needs a target
 * origin.
 */
const postDraftMessage: (word: DraftMessage) => void = draftChannel.postMessage.bind(draftChannel);

/**
 * Notifies other windows of a changed draft. Must be called after the write, because the other windows then read the device.
 */
export function notifyOtherWindows(draftKey: DraftKey): void {
  postDraftMessage({ draft: toDraftId(draftKey) });
}

export function observeDraftInOtherWindows(draftKey: DraftKey, onChange: () => void): () => void {
  const onMessage = ({ data }: MessageEvent<DraftMessage>) => {
    if (data.draft === toDraftId(draftKey)) onChange();
  };
  draftChannel.addEventListener('message', onMessage);
  return () => draftChannel.removeEventListener('message', onMessage);
}
