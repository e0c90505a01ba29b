import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';
import { loadCode } from './load-code.ts';

/** Error for a screen whose code could not be fetched: no network, or a newer version has replaced it. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
  }
}

/** `preload` fetches the code early; a failure is only reported when the screen is shown. */
export type LazyScreen<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

/** Creates a screen whose code is fetched when it is first shown. A preloaded screen is rendered with the first frame. */
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
      throw new ScreenNotLoaded(error);
    }
  });
  function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => early ?? LoadedScreen);
    return createElement(Shown, props);
  }
  return Object.assign(Screen, { preload });
}
