/**
 * Returns a number as the input shows it, with a decimal comma. The form stores the number with the decimal point that the
 * contract requires.
 */
export const formatDecimalComma = (value: string): string => value.replace('.', ',');

/**
 * Returns the value to store for the text in the input, with a decimal point. A comma or a single point is the decimal
 * separator. In a text with both, or with several points, the points separate thousands.
 */
export function normaliseTypedNumber(typed: string): string {
  const text = typed.replace(/\s/g, '');
  const hasThousands = text.includes(',') ? text.includes('.') : text.split('.').length > 2;
  return (hasThousands ? text.replaceAll('.', '') : text).replace(',', '.');
}
