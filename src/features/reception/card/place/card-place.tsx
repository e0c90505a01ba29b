import { useDeferredValue, type ComponentProps } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import type { WizardState } from '../../steps/use-wizard.ts';
import './card-place.css';

const renderBarPlaceholder = ({ wizard }: { wizard: WizardState }) =>
  wizard.step === 0 && <div className="card-room" />;
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
