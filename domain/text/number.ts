const whole = new Intl.NumberFormat('es-CO');

/** `12.345`, as es-CO writes it. */
export const numberText = (value: number): string => whole.format(value);
