import {
  createContext,
  createElement,
  lazy,
  Suspense,
  use,
  useState,
  useTransition,
  type ComponentType,
  type ReactNode,
} from 'react';
import { PieceNotLoaded } from '../notices/piece-not-loaded.tsx';
import { loadCode } from './load-code.ts';

type LazyComponent<Props> = ComponentType<Props> & {
  /** Fetches the module early. A failure is only reported, because the component fetches the module again when it is rendered. */
  readonly preload: () => Promise<void>;
};

type PropsOf<Exported> = Exported extends ComponentType<infer Props extends object> ? Props : never;

const RetryContext = createContext({ busy: false, onRetry: (): void => undefined });
const FailedPiece = () => createElement(PieceNotLoaded, use(RetryContext));

/**
 * Returns the component that a module exports as `name`. The module is fetched when the component is first rendered; `fallback`
 * is shown until then. If fetching fails, the error is reported, and a notice with a button to retry takes the component's place.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: (props: PropsOf<Module[Name]>) => ReactNode = () => null,
): LazyComponent<PropsOf<Module[Name]>> {
  type Loaded = ComponentType<PropsOf<Module[Name]>>;
  let loaded: Loaded | null = null;
  const fetchPiece = async () => (loaded = (await loadCode(load))[name] as Loaded);
  const createAttempt = () =>
    lazy(async () => {
      try {
        return { default: await fetchPiece() };
      } catch (error) {
        reportError(error);
        // React keeps the result of an attempt, so a retry needs another one.
        attempt = createAttempt();
        return { default: FailedPiece as Loaded };
      }
    });
  let attempt = createAttempt();
  const findShown = (): Loaded => loaded ?? (attempt as Loaded);
  // The component type stays fixed while mounted, because React discards the state when the type changes.
  const Piece = (props: PropsOf<Module[Name]>) => {
    const [Shown, setShown] = useState(findShown);
    const [busy, startTransition] = useTransition();
    const onRetry = () => {
      const next = findShown();
      startTransition(() => setShown(() => next));
    };
    const shown = createElement(Shown, props);
    return createElement(
      RetryContext,
      { value: { busy, onRetry } },
      createElement(Suspense, { fallback: fallback(props) }, shown),
    );
  };
  return Object.assign(Piece, { preload: () => fetchPiece().then(() => undefined, reportError) });
}
