import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';
import { loadCode } from './load-code.ts';

/**
 * Thrown when the code of a screen could not be loaded, because the network failed or a newer version has replaced the file.
 */
export class ScreenNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
  }
}

/** Screen with lazy code. `preload` loads the code early; its failure is reported only when the screen is shown. */
export type LazyScreen<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

/** Creates a screen whose code is loaded when it is first shown. A preloaded screen appears in the first frame. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let early: ComponentType<Props> | undefined;
  const preload = async () => {
    early = await load().catch(() => undefined);
  };
  const LoadedScreen = lazy(async () => {
    try {
      return { default: await loadCode(load) };
    } catch (error) {
      throw new ScreenNotLoadedError(error);
    }
  });
  function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => early ?? LoadedScreen);
    return createElement(Shown, props);
  }
  return Object.assign(Screen, { preload });
}
