import { createElement, lazy, useState, type ComponentType } from 'react';

type LazyPiece<Props> = ComponentType<Props> & {
  /** Fetches the piece before it is shown, so that the first frame has it and nothing moves. */
  readonly preload: () => void;
};

/**
 * Returns a piece of a screen that is fetched when it is first shown. If the fetch fails, the error is reported and the screen
 * works without the piece.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPiece<Props> {
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
  // The component type is chosen once per mount, because React discards the state when the type changes.
  const Piece = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (LoadedScreen as ComponentType<Props>));
    return createElement(Shown, props);
  };
  return Object.assign(Piece, { preload: () => void fetchPiece() });
}
