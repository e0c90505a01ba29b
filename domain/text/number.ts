import { createLazyGetter } from './lazily.ts';

const getIntegerFormat = createLazyGetter(() => new Intl.NumberFormat('es-CO'));

/** Formats an integer as in Colombia: `12.345`. */
export const numberText = (value: number): string => getIntegerFormat().format(value);
