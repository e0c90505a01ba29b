import {
  DOCUMENTS,
  type DocumentKind,
  documentActivityAction,
  documentDefinition,
  buildPerDocumentCall,
} from '../documents.ts';
import { type Route, idParams, signedVersionParams } from './definition/route.ts';

const createDocumentRoute = (kind: DocumentKind) =>
  ({
    method: 'GET',
    path: `/evaluations/:id/${DOCUMENTS[kind].path}`,
    ...(documentDefinition(kind).ours && { ours: true }),
    access: documentDefinition(kind).access,
    params: idParams,
    status: 200,
    answer: null,
    branch: true,
    logs: documentActivityAction(kind),
  }) as const satisfies Route;

export const documentRoutes = {
  ...buildPerDocumentCall(createDocumentRoute),
  /**
   * Returns the concept of any signed version, also of a replaced or voided one. Clinical histories of earlier versions are not
   * available.
   */
  issuedConceptPdf: {
    method: 'GET',
    path: '/evaluations/:id/closings/:version/concept-pdf',
    ours: true,
    access: ['manage_evaluations'],
    params: signedVersionParams,
    status: 200,
    answer: null,
    branch: true,
    logs: 'concept_downloaded',
  },
} as const satisfies Record<string, Route>;
