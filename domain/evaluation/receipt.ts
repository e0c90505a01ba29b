import { RECEIPT_DOCUMENTS, type ReceiptDocument } from '#contract/documents.ts';
import { DOCUMENT_DESCRIPTIONS } from './documents.ts';

export const receiptDocumentLabel = (item: ReceiptDocument): string =>
  item === 'results' ? 'Resultados de los exámenes' : DOCUMENT_DESCRIPTIONS[item].shortTitle;

/** Returns the names of the received documents as they are listed in a sentence; unknown documents are omitted. */
export const receiptDocumentsText = (items: readonly string[]): string =>
  RECEIPT_DOCUMENTS.filter((item) => items.includes(item))
    .map(receiptDocumentLabel)
    .join(', ');
