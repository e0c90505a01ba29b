import { useDeferredValue, type ComponentProps } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import './card-place.css';

const renderBarPlaceholder = ({ isFirstStep }: { isFirstStep: boolean }) =>
  isFirstStep && <div className="card-room" />;
const CardReader = lazyComponent(
  () => import('../reader-bar/card-reader.tsx'),
  'CardReader',
  renderBarPlaceholder,
);

/** Loads the card-reader bar after the form, so that it does not delay typing. Reserves the height of the bar. */
export function LazyCardReader(props: ComponentProps<typeof CardReader>) {
  const isAfterFirstRender = useDeferredValue(true, false);
  return isAfterFirstRender ? <CardReader {...props} /> : renderBarPlaceholder(props);
}
