import { lazy, type ComponentType } from 'react';

/** A piece of a screen, fetched when it is shown first. If it cannot be fetched, that is reported and the screen works without it. */
export const lazyPiece = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      reportError(error);
      return { default: (() => null) as ComponentType<Props> };
    }
  });
