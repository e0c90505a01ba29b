/** Kinds of documents of a closed evaluation. */
export const DOCUMENT_KINDS = ['concept', 'history'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const NAMES: Readonly<Record<DocumentKind, string>> = { concept: 'concepto', history: 'historia_clinica' };

/**
 * Returns the file name of a document: concepto_{first 8 characters of the evaluation's id, lower case}.pdf (P7.17), without a
 * patient's name (D5). The number of a requested version is appended.
 */
export const documentFileName = (kind: DocumentKind, evaluationId: string, version?: number): string =>
  `${NAMES[kind]}_${evaluationId.slice(0, 8).toLowerCase()}${version === undefined ? '' : `_v${version}`}.pdf`;
