import {
  createElement,
  lazy,
  useState,
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
} from 'react';
import { loadCode } from '#ui/hooks/load-code.ts';

export interface LazyScreenOptions {
  /** True for a screen that is not precached, because it shows nothing without network (PRECACHE_EXCEPTIONS). */
  readonly isNetworkOnly?: boolean;
}

/**
 * Thrown when the code of a screen could not be loaded, because the network failed or a newer version has replaced the file.
 */
export class ScreenNotLoadedError extends Error {
  readonly isNetworkOnly: boolean;
  /** Makes the next mount of the screen load its code again. */
  readonly allowRetry: () => void;

  constructor(cause: unknown, { isNetworkOnly = false }: LazyScreenOptions, allowRetry: () => void) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenNotLoaded';
    this.isNetworkOnly = isNetworkOnly;
    this.allowRetry = allowRetry;
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
        // React discards a screen that has not loaded yet and mounts it again to show the failure. A new attempt at that time
        // would load forever, so it begins only when the boundary that shows the failure allows it.
        throw new ScreenNotLoadedError(error, options, () => (attempt = createAttempt()));
      }
    });
  let attempt: LazyExoticComponent<ComponentType<Props>> = createAttempt();
  function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => early ?? attempt);
    return createElement(Shown, props);
  }
  return Object.assign(Screen, { preload });
}
