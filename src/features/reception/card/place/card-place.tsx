import { Suspense, useDeferredValue, type ComponentProps } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import './card-place.css';

const CardReader = lazyComponent(() =>
  import('../reader-bar/card-reader.tsx').then((loaded) => loaded.CardReader),
);

/** Loads the card-reader bar after the form, so that it does not delay typing. Reserves the height of the bar. */
export function LazyCardReader(props: ComponentProps<typeof CardReader>) {
  const isAfterFirstRender = useDeferredValue(true, false);
  return (
    <div className={props.isFirstStep ? 'card-room' : ''}>
      {isAfterFirstRender && (
        <Suspense>
          <CardReader {...props} />
        </Suspense>
      )}
    </div>
  );
}
