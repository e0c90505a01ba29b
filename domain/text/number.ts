import { lazily } from './lazily.ts';

const whole = lazily(() => new Intl.NumberFormat('es-CO'));

/** Formats an integer in es-CO: `12.345`. */
export const numberText = (value: number): string => whole().format(value);
