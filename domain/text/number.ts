import { lazily } from './lazily.ts';

const whole = lazily(() => new Intl.NumberFormat('es-CO'));

/** `12.345`, as es-CO writes it. */
export const numberText = (value: number): string => whole().format(value);
