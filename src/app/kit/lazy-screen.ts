import {
  createElement,
  lazy,
  useState,
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
} from 'react';
import { loadCode } from './load-code.ts';

export interface LazyScreenOptions {
  /** True for a screen that is not precached, because it shows nothing without network (PRECACHE_EXCEPTIONS). */
  readonly isNetworkOnly?: boolean;
}

/**
 * Thrown when the code of a screen could not be loaded, because the network failed or a newer version has replaced the file.
 */
export class ScreenNotLoadedError extends Error {
  readonly isNetworkOnly: boolean;

  constructor(cause: unknown, { isNetworkOnly = false }: LazyScreenOptions) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
    this.isNetworkOnly = isNetworkOnly;
  }
}

/** Screen with lazy code. `preload` loads the code early; its failure is reported only when the screen is shown. */
export type LazyScreen<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

/** Creates a screen whose code is loaded when it is first shown. A preloaded screen appears in the first frame. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyScreenOptions = {},
): LazyScreen<Props> {
  let early: ComponentType<Props> | undefined;
  const preload = async () => {
    early = await load().catch(() => undefined);
  };
  const createAttempt = () =>
    lazy(async () => {
      try {
        return { default: await loadCode(load) };
      } catch (error) {
        // React keeps the failure of an attempt, so the next time that the screen is shown needs another one.
        attempt = createAttempt();
        throw new ScreenNotLoadedError(error, options);
      }
    });
  let attempt: LazyExoticComponent<ComponentType<Props>> = createAttempt();
  function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => early ?? attempt);
    return createElement(Shown, props);
  }
  return Object.assign(Screen, { preload });
}
