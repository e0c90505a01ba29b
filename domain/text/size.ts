import { createLazyGetter } from './lazily.ts';

const SIZE_UNITS = ['KB', 'MB', 'GB', 'TB'] as const;
const SIZE_UNIT_FACTOR = 1_000;
const getSizeNumberFormat = createLazyGetter(
  () => new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 }),
);

/** Formats a size in decimal units, as tablets do: '214,3 MB'. A size above zero is never written as zero. */
export function sizeText(bytes: number): string {
  let value = bytes / SIZE_UNIT_FACTOR;
  let unit = 0;
  while (value >= SIZE_UNIT_FACTOR && unit < SIZE_UNITS.length - 1) {
    value /= SIZE_UNIT_FACTOR;
    unit += 1;
  }
  return `${getSizeNumberFormat().format(unit === 0 ? Math.ceil(value) : value)} ${SIZE_UNITS[unit] ?? ''}`;
}
