import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

type LazyComponent<Props> = ComponentType<Props> & {
  readonly preload: () => void;
};

type PropsOf<Exported> = Exported extends ComponentType<infer Props extends object> ? Props : never;

/**
 * Returns the component that a module exports as `name`. The module is fetched when the component is first rendered; `fallback`
 * is shown until then. If fetching fails, the error is reported, and the screen works without the component.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: (props: PropsOf<Module[Name]>) => ReactNode = () => null,
): LazyComponent<PropsOf<Module[Name]>> {
  type Loaded = ComponentType<PropsOf<Module[Name]>>;
  let loaded: Loaded | null = null;
  const fetchPiece = async () => {
    try {
      return { default: (loaded = (await load())[name] as Loaded) };
    } catch (error) {
      reportError(error);
      return { default: (() => null) as Loaded };
    }
  };
  const LoadedScreen = lazy(fetchPiece);
  // The component type stays fixed while mounted, because React discards the state when the type changes.
  const Piece = (props: PropsOf<Module[Name]>) => {
    const [Shown] = useState<Loaded>(() => loaded ?? (LoadedScreen as Loaded));
    return createElement(Suspense, { fallback: fallback(props) }, createElement(Shown, props));
  };
  return Object.assign(Piece, { preload: () => void fetchPiece() });
}
