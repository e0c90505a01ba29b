import { lazy, type ComponentType } from 'react';

/** A piece of a screen, fetched when it is shown first. One that cannot be fetched is told, and the screen goes on without it. */
export const lazyPiece = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      reportError(error);
      return { default: (() => null) as ComponentType<Props> };
    }
  });
