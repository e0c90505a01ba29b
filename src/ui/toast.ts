/** The container's code comes with the first toast: the desk, which shows none, does without. */
let wanted = false;
const listeners = new Set<() => void>();

export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const COLOR = { ok: 'accent', warn: 'yellow', error: 'bad' } as const;

async function show(kind: keyof typeof COLOR, message: string): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ message, color: COLOR[kind], autoClose: kind === 'ok' ? 6_000 : false });
}

/** The outcome of something a person did. Warnings and errors stay until they are closed: nobody reads a text against the clock. */
export const toast = (kind: keyof typeof COLOR, message: string): void => {
  show(kind, message).catch(reportError);
};
