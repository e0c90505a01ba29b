import { HANDED_ITEMS, type HandedItem } from '#contract/records/evaluation/clinical.ts';

export const HANDED_LABELS: Record<HandedItem, string> = {
  concept: 'Concepto de aptitud',
  results: 'Resultados de los exámenes',
  history: 'Historia clínica',
};

/**
 * Returns the names of the received documents as a list for a sentence. Documents that only a later version knows are omitted.
 */
export const handedItemsText = (items: readonly string[]): string =>
  HANDED_ITEMS.filter((item) => items.includes(item))
    .map((item) => HANDED_LABELS[item])
    .join(', ');
