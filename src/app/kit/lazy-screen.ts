import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';
import { loadCode } from './load-code.ts';

/** A screen's code could not be fetched: no network, or a newer version has replaced it. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
  }
}

/** `preload` fetches the code; what fails then is told to whoever shows the screen. */
export type LazyScreen<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

/** A screen that is fetched when it is first shown, or before: then it is there with the first frame. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let early: ComponentType<Props> | undefined;
  const preload = async () => {
    early = await load().catch(() => undefined);
  };
  const Late = lazy(async () => {
    try {
      return { default: await loadCode(load) };
    } catch (error) {
      throw new ScreenNotLoaded(error);
    }
  });
  function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => early ?? Late);
    return createElement(Shown, props);
  }
  return Object.assign(Screen, { preload });
}
