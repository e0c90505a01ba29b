import type { Attack } from './attack.ts';

const files = import.meta.glob<Attack>('./*/*.attack.ts', { eager: true, import: 'attack' });

export const attacks: readonly Attack[] = Object.values(files).sort((one, other) =>
  one.finding.localeCompare(other.finding, 'en', { numeric: true }),
);
