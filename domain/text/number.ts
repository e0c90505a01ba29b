import { lazyValue } from './lazily.ts';

const integerFormat = lazyValue(() => new Intl.NumberFormat('es-CO'));

/** Formats an integer as in Colombia: `12.345`. */
export const numberText = (value: number): string => integerFormat().format(value);
