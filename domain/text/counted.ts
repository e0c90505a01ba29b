import { numberText } from './number.ts';

/** Formats a count with its noun: '1 registro', '1.200 registros'. */
export const formatCountWithNoun = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
