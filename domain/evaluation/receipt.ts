import { RECEIPT_DOCUMENTS, type ReceiptDocument } from '#contract/records/evaluation/clinical.ts';

export const RECEIPT_DOCUMENT_LABELS: Record<ReceiptDocument, string> = {
  concept: 'Concepto de aptitud',
  results: 'Resultados de los exámenes',
  history: 'Historia clínica',
};

/** Returns the names of the received documents as they are listed in a sentence; unknown documents are omitted. */
export const receiptDocumentsText = (items: readonly string[]): string =>
  RECEIPT_DOCUMENTS.filter((item) => items.includes(item))
    .map((item) => RECEIPT_DOCUMENT_LABELS[item])
    .join(', ');
