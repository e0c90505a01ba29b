import { expect, it } from 'vitest';
import { DOCUMENT_KINDS, DOCUMENTS, RECEIPT_DOCUMENTS } from '#contract/documents.ts';
import { DOCUMENT_DESCRIPTIONS, documentFileName } from './documents.ts';
import { receiptDocumentLabel } from './receipt.ts';

const EVALUATION_UUID = '1A2B3C4D-0000-4000-8000-000000000000';
const expectDistinct = (values: readonly string[]) => expect([...new Set(values)]).toEqual(values);

it('P7.17 the documents of the base contract have the paths and file names that the base contract specifies', () => {
  expect([DOCUMENTS.concept.path, DOCUMENTS.history.path]).toEqual(['concept-pdf', 'clinical-history']);
  expect(documentFileName('concept', EVALUATION_UUID)).toBe('concepto_1a2b3c4d.pdf');
  expect(documentFileName('history', EVALUATION_UUID, 2)).toBe('historia_clinica_1a2b3c4d_v2.pdf');
});

it('P10.370 no two documents have the same call, path, file name, button or name', () => {
  expectDistinct(DOCUMENT_KINDS.map((kind) => DOCUMENTS[kind].call));
  expectDistinct(DOCUMENT_KINDS.map((kind) => DOCUMENTS[kind].path));
  expectDistinct(DOCUMENT_KINDS.map((kind) => documentFileName(kind, EVALUATION_UUID)));
  expectDistinct(DOCUMENT_KINDS.map((kind) => DOCUMENT_DESCRIPTIONS[kind].button));
  expectDistinct(DOCUMENT_KINDS.map((kind) => DOCUMENT_DESCRIPTIONS[kind].name));
});

it('P10.370 the document receipt lists the concept first, then the results and then the other documents', () => {
  expect(RECEIPT_DOCUMENTS.slice(0, 3)).toEqual(['concept', 'results', 'history']);
  expectDistinct(RECEIPT_DOCUMENTS.map(receiptDocumentLabel));
});
