import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import './card-place.css';

const CardReader = lazyPiece(() => import('../strip/card-reader.tsx').then((late) => late.CardReader));

/** After the page was shown: whoever types at once does not wait for what reads cards. */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}

/** Where cards are read, with room for the strip before its code is there. */
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
