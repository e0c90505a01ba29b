import { lazyValue } from './lazily.ts';

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_000;
const amount = lazyValue(() => new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 }));

/** Formats a size in decimal units, as tablets do: '214,3 MB'. A size above zero is never written as zero. */
export function sizeText(bytes: number): string {
  let value = bytes / STEP;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${amount().format(unit === 0 ? Math.ceil(value) : value)} ${UNITS[unit] ?? ''}`;
}
