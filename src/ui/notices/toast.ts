/** The code of the container is loaded with the first toast, so reception, which shows none, does not load it. */
let wanted = false;
const listeners = new Set<() => void>();

export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Time after which a toast closes: long enough for a slow reader. No toast closes under the pointer. */
const CLOSES_MS = { ok: 4_000, warn: 30_000, error: 30_000 } as const;
const COLOR = { ok: 'accent', warn: 'yellow', error: 'bad' } as const;

async function show(kind: keyof typeof COLOR, message: string, about?: string): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  // Only one toast is shown at a time: a user who has started the next action has read the previous one.
  notifications.clean();
  notifications.show({
    message,
    color: COLOR[kind],
    autoClose: CLOSES_MS[kind],
    'data-shown-at': Date.now(),
    ...(about !== undefined && { id: about }),
  });
}

/** Shows the outcome of a user's action in place of the previous toast. `about`: id with which `forgetToast` removes it. */
export const toast = (kind: keyof typeof COLOR, message: string, about?: string): void => {
  show(kind, message, about).catch(reportError);
};

/** Removes all toasts, because they would cover content that the user must read next. */
export function clearToasts(): void {
  if (!wanted) return;
  import('@mantine/notifications').then(({ notifications }) => notifications.clean(), reportError);
}

/** Removes the toast of the previous attempt before another attempt, because its message is then outdated. */
export function forgetToast(about: string): void {
  if (!wanted) return;
  import('@mantine/notifications').then(({ notifications }) => notifications.hide(about), reportError);
}
