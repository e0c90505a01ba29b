import { notifications } from '@mantine/notifications';

const COLOR = { ok: 'accent', error: 'bad' } as const;

/** The outcome of something a person did. Errors stay until they are closed: nobody reads a text against the clock. */
export const toast = (kind: keyof typeof COLOR, message: string): void => {
  notifications.show({ message, color: COLOR[kind], autoClose: kind === 'ok' ? 6_000 : false });
};
