/** The container's code comes with the first toast: the desk, which shows none, does without. */
let wanted = false;
const listeners = new Set<() => void>();

export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const COLOR = { ok: 'accent', warn: 'yellow', error: 'bad' } as const;

async function show(kind: keyof typeof COLOR, message: string, about?: string): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    ...(about !== undefined && { id: about }),
    message,
    color: COLOR[kind],
    autoClose: kind === 'ok' ? 6_000 : false,
  });
}

/**
 * The outcome of something a person did. Warnings and errors stay until they are closed: nobody reads a text against the clock.
 * `about`: what `forgetToast` takes it away by.
 */
export const toast = (kind: keyof typeof COLOR, message: string, about?: string): void => {
  show(kind, message, about).catch(reportError);
};

/** Before another attempt: what the last one came to is no longer so. */
export function forgetToast(about: string): void {
  if (!wanted) return;
  import('@mantine/notifications').then(({ notifications }) => notifications.hide(about), reportError);
}
