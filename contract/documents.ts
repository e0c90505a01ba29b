import type { Permission } from './vocabulary.ts';

interface DocumentDefinition {
  /** Name of the call that returns the document (contract/routes/document-routes.ts). */
  readonly call: string;
  /** Last part of the call's path. */
  readonly path: string;
  /**
   * Permissions of the users who may read the document; one of them is enough. `manage_evaluations` reads it at any time.
   * `deliver_documents`, for receptionists who give it to the worker, reads it only on the day of the closing.
   */
  readonly access: readonly Permission[];
  /** True for an extension of the base contract, which other servers may not have. */
  readonly ours?: true;
  /**
   * True if the worker can receive the document with a receipt; the check constraint of the table `receipts` then accepts the
   * document.
   */
  readonly isOnReceipt: boolean;
}

/** Time in ms for which a client waits for a document. A server on a busy machine may take minutes for the first one. */
export const DOCUMENT_TIMEOUT_MS = 180_000;

/** PDF documents of a closed evaluation, in the order of the screen. domain/evaluation/documents.ts has their texts. */
export const DOCUMENTS = {
  concept: {
    call: 'conceptPdf',
    path: 'concept-pdf',
    access: ['manage_evaluations', 'deliver_documents'],
    isOnReceipt: true,
  },
  history: {
    call: 'clinicalHistory',
    path: 'clinical-history',
    access: ['manage_evaluations'],
    isOnReceipt: true,
  },
} as const satisfies Record<string, DocumentDefinition>;
type DocumentDefinitions = typeof DOCUMENTS;
export type DocumentKind = keyof DocumentDefinitions;
export const DOCUMENT_KINDS = Object.keys(DOCUMENTS) as [DocumentKind, ...DocumentKind[]];
export const documentDefinition = (kind: DocumentKind): DocumentDefinition => DOCUMENTS[kind];

/** Builds an object with one value for each document, by document kind. */
export const buildPerDocument = <Value>(build: (kind: DocumentKind) => Value): Record<DocumentKind, Value> =>
  Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, build(kind)])) as Record<DocumentKind, Value>;

type DocumentCall = DocumentDefinitions[DocumentKind]['call'];
/** Builds an object with one value for each document, by the name of its call. */
export const buildPerDocumentCall = <Value>(
  build: (kind: DocumentKind) => Value,
): Record<DocumentCall, Value> =>
  Object.fromEntries(DOCUMENT_KINDS.map((kind) => [DOCUMENTS[kind].call, build(kind)])) as Record<
    DocumentCall,
    Value
  >;

/** Action of the activity log for the download of a document. */
export type DocumentActivityAction = `${DocumentKind}_downloaded`;
export const documentActivityAction = <Kind extends DocumentKind>(kind: Kind) =>
  `${kind}_downloaded` as const;
export const DOCUMENT_ACTIVITY_ACTIONS = DOCUMENT_KINDS.map(documentActivityAction);

type ReceiptDocumentKind = {
  [Kind in DocumentKind]: DocumentDefinitions[Kind]['isOnReceipt'] extends true ? Kind : never;
}[DocumentKind];
/** Documents that the worker can receive: those of the evaluation, and the printed results of the exams. */
export type ReceiptDocument = ReceiptDocumentKind | 'results';
const [firstOnReceipt, ...othersOnReceipt] = DOCUMENT_KINDS.filter(
  (kind) => documentDefinition(kind).isOnReceipt,
) as [ReceiptDocumentKind, ...ReceiptDocumentKind[]];
/** Documents of a receipt, in the order of the screen and of the printed receipt. */
export const RECEIPT_DOCUMENTS: readonly [ReceiptDocument, ...ReceiptDocument[]] = [
  firstOnReceipt,
  'results',
  ...othersOnReceipt,
];
