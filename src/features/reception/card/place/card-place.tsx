import { lazy, Suspense, useEffect, useState, type ComponentProps } from 'react';
import './card-place.css';

/** Typing goes on without it, so that a missing file is told and nothing more. */
const CardReader = lazy(() =>
  import('../strip/card-reader.tsx').then(
    ({ CardReader: reader }) => ({ default: reader }),
    (error: unknown) => {
      reportError(error);
      return { default: () => null };
    },
  ),
);

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
