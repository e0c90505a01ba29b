import type { ComponentProps } from 'react';
import './hint.css';

/** Secondary text in a form or panel. */
export const CatalogHint = (props: ComponentProps<'p'>) => <p {...props} className="catalog-hint" />;
