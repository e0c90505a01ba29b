import { lazyValue } from './lazily.ts';

const whole = lazyValue(() => new Intl.NumberFormat('es-CO'));

/** Formats an integer as in Colombia: `12.345`. */
export const numberText = (value: number): string => whole().format(value);
