import { lazy, type ComponentType } from 'react';
import { loadCode } from './load-code.ts';

/** A screen's code could not be fetched: no network, or a newer version has replaced it. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
  }
}

/** A screen that is fetched when it is first shown. */
export const lazyScreen = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await loadCode(load) };
    } catch (error) {
      throw new ScreenNotLoaded(error);
    }
  });
