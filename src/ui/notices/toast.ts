/** The container's code comes with the first toast: the desk, which shows none, does without. */
let wanted = false;
const listeners = new Set<() => void>();

export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Long enough for a slow reader; under the pointer none closes. */
const CLOSES_MS = { ok: 4_000, warn: 30_000, error: 30_000 } as const;
const COLOR = { ok: 'accent', warn: 'yellow', error: 'bad' } as const;

async function show(kind: keyof typeof COLOR, message: string, about?: string): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  // One at a time: whoever has gone on to do something else has seen the last one.
  notifications.clean();
  notifications.show({
    message,
    color: COLOR[kind],
    autoClose: CLOSES_MS[kind],
    'data-shown-at': Date.now(),
    ...(about !== undefined && { id: about }),
  });
}

/** The outcome of something a person did, in place of the one before. `about`: `forgetToast` takes it away. */
export const toast = (kind: keyof typeof COLOR, message: string, about?: string): void => {
  show(kind, message, about).catch(reportError);
};

/** What is about to be read lies where toasts do. */
export function clearToasts(): void {
  if (!wanted) return;
  import('@mantine/notifications').then(({ notifications }) => notifications.clean(), reportError);
}

/** Before another attempt: what the last one came to is no longer so. */
export function forgetToast(about: string): void {
  if (!wanted) return;
  import('@mantine/notifications').then(({ notifications }) => notifications.hide(about), reportError);
}
