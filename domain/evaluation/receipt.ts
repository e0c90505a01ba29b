import { RECEIPT_DOCUMENTS, type ReceiptDocument, documentDefinition } from '#contract/documents.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { DOCUMENT_DESCRIPTIONS } from './documents.ts';

export const receiptDocumentLabel = (item: ReceiptDocument): string =>
  item === 'results' ? 'Resultados de los exámenes' : DOCUMENT_DESCRIPTIONS[item].shortTitle;

/** Returns the names of the received documents as they are listed in a sentence; unknown documents are omitted. */
export const receiptDocumentsText = (items: readonly string[]): string =>
  RECEIPT_DOCUMENTS.filter((item) => items.includes(item))
    .map(receiptDocumentLabel)
    .join(', ');

/**
 * Permissions that allow a user to hand the document over; one of them is enough. They are the permissions that allow a user to
 * read the document.
 */
const receiptDocumentAccess = (document: ReceiptDocument): readonly Permission[] =>
  document === 'results' ? ['manage_evaluations'] : documentDefinition(document).access;
/** Returns the documents of a receipt that a user with these permissions may hand over. */
export const receiptDocumentsOf = (held: readonly Permission[]): readonly ReceiptDocument[] =>
  RECEIPT_DOCUMENTS.filter((document) =>
    receiptDocumentAccess(document).some((permission) => held.includes(permission)),
  );
