/** True once a toast was requested. The container's code is loaded only then, because reception shows no toasts. */
let isToastRequested = false;
const toastContainerListeners = new Set<() => void>();

export const isToastContainerNeeded = (): boolean => isToastRequested;

export function onToastContainerNeeded(listener: () => void): () => void {
  toastContainerListeners.add(listener);
  return () => toastContainerListeners.delete(listener);
}

/** Time after which a toast closes, ms; long enough for a slow reader. A toast under the pointer stays open. */
const TOAST_DURATIONS_MS = { ok: 4_000, warn: 30_000, error: 30_000 } as const;
const TOAST_COLORS = { ok: 'accent', warn: 'yellow', error: 'bad' } as const;

async function loadAndReplaceToast(
  kind: keyof typeof TOAST_COLORS,
  message: string,
  about?: string,
): Promise<void> {
  isToastRequested = true;
  for (const listener of toastContainerListeners) listener();
  const { notifications } = await import('@mantine/notifications');
  // Removes the previous toast: a user who has started another action has read it.
  notifications.clean();
  notifications.show({
    message,
    color: TOAST_COLORS[kind],
    autoClose: TOAST_DURATIONS_MS[kind],
    'data-shown-at': Date.now(),
    ...(about !== undefined && { id: about }),
  });
}

/** Shows the outcome of an action and replaces the previous toast. `about`: id for removing the toast with `hideToast`. */
export const toast = (kind: keyof typeof TOAST_COLORS, message: string, about?: string): void => {
  loadAndReplaceToast(kind, message, about).catch(reportError);
};

/** Removes all toasts, so that they do not cover content that the user must read. */
export function clearToasts(): void {
  if (!isToastRequested) return;
  import('@mantine/notifications').then(({ notifications }) => notifications.clean(), reportError);
}

/** Removes the toast `about` before the action is repeated, because its message is then outdated. */
export function hideToast(about: string): void {
  if (!isToastRequested) return;
  import('@mantine/notifications').then(({ notifications }) => notifications.hide(about), reportError);
}
