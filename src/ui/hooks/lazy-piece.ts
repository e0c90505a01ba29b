import { createElement, lazy, useState, type ComponentType } from 'react';

type LazyPiece<Props> = ComponentType<Props> & {
  /** Fetches the piece before it is shown: it then stands in the first frame, and moves nothing. */
  readonly preload: () => void;
};

/** A piece of a screen, fetched when it is shown first. If it cannot be fetched, that is reported and the screen works without it. */
export function lazyPiece<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPiece<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPiece = async () => {
    try {
      return { default: (loaded = await load()) };
    } catch (error) {
      reportError(error);
      return { default: (() => null) as ComponentType<Props> };
    }
  };
  const Late = lazy(fetchPiece);
  // Chosen once a mount: a piece that changed its type would lose its state.
  const Piece = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Late as ComponentType<Props>));
    return createElement(Shown, props);
  };
  return Object.assign(Piece, { preload: () => void fetchPiece() });
}
