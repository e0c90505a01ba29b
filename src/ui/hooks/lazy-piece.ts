import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

type LazyComponent<Props> = ComponentType<Props> & {
  readonly preload: () => void;
};

/**
 * Returns a component that is fetched when it is first rendered, and shows `fallback` until then. If fetching fails, the error
 * is reported, and the screen works without it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPiece = async () => {
    try {
      return { default: (loaded = await load()) };
    } catch (error) {
      reportError(error);
      return { default: (() => null) as ComponentType<Props> };
    }
  };
  const LoadedScreen = lazy(fetchPiece);
  // The component type stays fixed while mounted, because React discards the state when the type changes.
  const Piece = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (LoadedScreen as ComponentType<Props>));
    return createElement(Suspense, { fallback: fallback(props) }, createElement(Shown, props));
  };
  return Object.assign(Piece, { preload: () => void fetchPiece() });
}
