import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import './card-place.css';

const CardReader = lazyComponent(() =>
  import('../reader-bar/card-reader.tsx').then((loaded) => loaded.CardReader),
);

/** Returns true from the second render on, so that the card reader loads after the form and does not delay typing. */
function useIsAfterFirstRender(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}

/** Loads the card-reader bar, and reserves its height until its code is loaded. */
export function LazyCardReader(props: ComponentProps<typeof CardReader>) {
  const quiet = useIsAfterFirstRender();
  const room = props.isFirstStep ? <div className="card-room" /> : null;
  return quiet ? (
    <Suspense fallback={room}>
      <CardReader {...props} />
    </Suspense>
  ) : (
    room
  );
}
