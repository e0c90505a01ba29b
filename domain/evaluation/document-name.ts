export const DOCUMENT_KINDS = ['concept', 'history'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const NAMES: Readonly<Record<DocumentKind, string>> = { concept: 'concepto', history: 'historia_clinica' };

/**
 * Returns the file name concepto_{first 8 characters of the evaluation's id, lower case}.pdf (P7.17), which contains no patient
 * name (D5). If `version` is given, its number is appended.
 */
export const documentFileName = (kind: DocumentKind, evaluationId: string, version?: number): string =>
  `${NAMES[kind]}_${evaluationId.slice(0, 8).toLowerCase()}${version === undefined ? '' : `_v${version}`}.pdf`;
