import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import './card-place.css';

const CardReader = lazyComponent(() =>
  import('../reader-bar/card-reader.tsx').then((loaded) => loaded.CardReader),
);

/**
 * Returns false at the first render and true after it, so that loading the card reader does not delay a user who types
 * immediately.
 */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}

/** Place of the card reader; reserves room for the card-reader bar before its code is loaded. */
export function CardPlace(props: ComponentProps<typeof CardReader>) {
  const quiet = useQuiet();
  const room = props.isFirstStep ? <div className="card-room" /> : null;
  return quiet ? (
    <Suspense fallback={room}>
      <CardReader {...props} />
    </Suspense>
  ) : (
    room
  );
}
