import type { FastifyInstance, FastifyReply } from 'fastify';
import { DOCUMENTS, documentActivityAction } from '#contract/documents.ts';
import { routes } from '#contract/routes/routes.ts';
import { DOCUMENT_DESCRIPTIONS, documentFileName } from '#domain/evaluation/documents.ts';
import { documentState } from '#domain/verification/state.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { appendActivity } from '../../audit/index.ts';
import { AppError, notFoundError } from '../../platform/base/errors.ts';
import { contentDispositionFor } from '../../platform/http/responses/content-disposition.ts';
import { requireDeliverable } from './delivery-access.ts';
import type { DocumentContext } from './document-context.ts';
import { type EvaluationCall, evaluationState } from '../../evaluations/index.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { readStoredConcept, issueOrRenderReport } from './report.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { REPORT_KINDS, type ReportKind } from '../reports/input/input.ts';

async function requireClosedEvaluation(
  { db }: DocumentContext,
  branchId: string,
  id: string,
  notClosed: string,
) {
  const row = await evaluationState(db, branchId, id);
  if (!row) throw notFoundError(EVALUATION_NOT_FOUND_TEXT);
  if (row.status !== 'cerrada') throw new AppError('evaluation_open', notClosed);
  return row;
}

const EVALUATION_NOT_FOUND_TEXT = 'Identificador de evaluación no disponible.';
const CONCEPT_NOT_STORED_TEXT =
  'De esta versión no quedó el concepto: nadie lo pidió mientras estuvo vigente. Su código dice qué era.';

interface RequestedDocument {
  readonly kind: ReportKind;
  readonly trace: AuditContext;
  readonly branchId: string;
  readonly id: string;
}

/** Renders the document and then logs the access; both happen before the response is sent. */
async function renderAndLogDocument(
  context: DocumentContext,
  { kind, trace, branchId, id }: RequestedDocument,
): Promise<Buffer> {
  const notClosed = `La evaluación debe estar cerrada para generar ${DOCUMENT_DESCRIPTIONS[kind].name}.`;
  const evaluation = await requireClosedEvaluation(context, branchId, id, notClosed);
  const pdf = await issueOrRenderReport(context, { kind, evaluation, trace });
  const detail = { version: evaluation.version };
  await appendActivity(context.db, trace, {
    action: documentActivityAction(kind),
    evaluationId: evaluation.id,
    detail,
  });
  return pdf;
}

/**
 * Returns the concept of one signed version. The concept of the valid version is made at the first request; the concept of any
 * other version must already be stored. The PDF does not show whether the version was replaced or voided; the evaluation and
 * the verification code show this.
 * @throws not_found, concept_not_kept
 */
async function findOrIssueConceptAndLog(
  context: DocumentContext,
  { trace, branchId, id }: Omit<RequestedDocument, 'kind'>,
  version: number,
): Promise<Buffer> {
  const row = await evaluationState(context.db, branchId, id);
  if (!row) throw notFoundError(EVALUATION_NOT_FOUND_TEXT);
  if (version > row.version) throw notFoundError('La evaluación no tiene esa versión.');
  const state = documentState(version === row.version, row.status === 'cerrada');
  const closing = { ...row, version };
  const pdf =
    state === 'vigente'
      ? await issueOrRenderReport(context, { kind: 'concept', evaluation: closing, trace })
      : await readStoredConcept(context, closing);
  if (!pdf) throw new AppError('concept_not_kept', CONCEPT_NOT_STORED_TEXT);
  const detail = { version, ...(state !== 'vigente' && { state }) };
  await appendActivity(context.db, trace, {
    action: routes.issuedConceptPdf.logs,
    evaluationId: row.id,
    detail,
  });
  return pdf;
}

export const setPdfHeaders = (reply: FastifyReply, fileName: string): void =>
  void reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDispositionFor(fileName));

const createDocumentHandler =
  (context: DocumentContext, kind: ReportKind) =>
  async (call: EvaluationCall): Promise<Buffer> => {
    const { actor, branchId, params, reply } = call;
    const id = params.id.toLowerCase();
    const trace = auditContextOf(context, call);
    await requireDeliverable(context.db, { actor, branchId, id, at: trace.at });
    const pdf = await renderAndLogDocument(context, { kind, trace, branchId, id });
    setPdfHeaders(reply, documentFileName(kind, id));
    return pdf;
  };

export function documentRoutes(app: FastifyInstance, context: DocumentContext): void {
  for (const kind of REPORT_KINDS)
    registerRoute(app, context, routes[DOCUMENTS[kind].call], createDocumentHandler(context, kind));
  registerRoute(app, context, routes.issuedConceptPdf, async (call) => {
    const { branchId, params, reply } = call;
    const id = params.id.toLowerCase();
    const order = { trace: auditContextOf(context, call), branchId, id };
    const pdf = await findOrIssueConceptAndLog(context, order, params.version);
    setPdfHeaders(reply, documentFileName('concept', id, params.version));
    return pdf;
  });
}
