import { HANDED_ITEMS, type HandedItem } from '#contract/records/evaluation/clinical.ts';

export const HANDED_LABELS: Record<HandedItem, string> = {
  concept: 'Concepto de aptitud',
  results: 'Resultados de los exámenes',
  history: 'Historia clínica',
};

/** As a sentence lists them; what only a later version knows is left out. */
export const handedWords = (items: readonly string[]): string =>
  HANDED_ITEMS.filter((item) => items.includes(item))
    .map((item) => HANDED_LABELS[item])
    .join(', ');
