import type { DocumentKind } from '#contract/documents.ts';

interface DocumentDescription {
  /** Title of the PDF in its metadata. */
  readonly title: string;
  /** Name in the list of documents that the worker received. */
  readonly shortTitle: string;
  /** Name with its article, as messages and the activity log use it. */
  readonly name: string;
  readonly button: string;
  /** Beginning of the file name. */
  readonly fileName: string;
  /** True if each page has a line that marks the document as confidential and names the user who requested it. */
  readonly isConfidential: boolean;
  /** True if the employer gets the document, which then contains only findings that `discloseToEmployer` returns. */
  readonly isForEmployer: boolean;
  /**
   * 'stored': the first request stores the PDF, and all users receive it. 'on request': each request makes the PDF again, with
   * the letterhead of that moment and the user's name.
   */
  readonly issuance: 'stored' | 'on request';
  /** Summary of the call in the OpenAPI description. */
  readonly summary: string;
}

export const DOCUMENT_DESCRIPTIONS = {
  concept: {
    title: 'Concepto médico de aptitud ocupacional',
    shortTitle: 'Concepto de aptitud',
    name: 'el concepto',
    button: 'Descargar concepto PDF',
    fileName: 'concepto',
    isConfidential: false,
    isForEmployer: true,
    issuance: 'stored',
    summary: 'Get the concept for the employer as a PDF',
  },
  history: {
    title: 'Historia clínica ocupacional',
    shortTitle: 'Historia clínica',
    name: 'la historia clínica',
    button: 'Descargar historia clínica',
    fileName: 'historia_clinica',
    isConfidential: true,
    isForEmployer: false,
    issuance: 'on request',
    summary: 'Get the clinical history as a PDF',
  },
} as const satisfies Record<DocumentKind, DocumentDescription>;

type DocumentDescriptions = typeof DOCUMENT_DESCRIPTIONS;
/** Documents whose first PDF is stored. */
export type StoredDocumentKind = {
  [Kind in DocumentKind]: DocumentDescriptions[Kind]['issuance'] extends 'stored' ? Kind : never;
}[DocumentKind];
export const isStoredDocumentKind = (kind: DocumentKind): kind is StoredDocumentKind =>
  DOCUMENT_DESCRIPTIONS[kind].issuance === 'stored';

/**
 * Returns the file name concepto_{first 8 characters of the evaluation's id, lower case}.pdf (P7.17), which contains no patient
 * name (D5). If `version` is given, its number is appended.
 */
export const documentFileName = (kind: DocumentKind, evaluationId: string, version?: number): string =>
  `${DOCUMENT_DESCRIPTIONS[kind].fileName}_${evaluationId.slice(0, 8).toLowerCase()}${version === undefined ? '' : `_v${version}`}.pdf`;
