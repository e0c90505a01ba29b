import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Route, routes } from '#contract/routes/routes.ts';
import { documentFileName } from '#domain/evaluation/document-name.ts';
import { documentState } from '#domain/verification/state.ts';
import type { AuditContext } from '../../access/audit-context.ts';
import { appendActivity } from '../../commands/log/write-batch.ts';
import { AppError, notFoundError } from '../../base/errors.ts';
import { attachmentHeader } from '../../http/responses/content-disposition.ts';
import type { Context } from '../../http/context/context.ts';
import type { EvaluationCall } from '../../http/calls/evaluation-call.ts';
import { registerRoute } from '../../http/calls/register.ts';
import { readStoredConcept, renderReport } from '../../http/calls/report.ts';
import { auditContextOf } from '../../http/callers/audit-context.ts';
import { evaluationState } from '../../queries/evaluations/evaluation-state.ts';
import { REPORT_KINDS, type ReportKind } from '../../reports/input/input.ts';

const DOCUMENTS = {
  concept: {
    route: routes.conceptPdf,
    notClosed: 'La evaluación debe estar cerrada para generar el concepto.',
  },
  history: {
    route: routes.clinicalHistory,
    notClosed: 'La evaluación debe estar cerrada para generar la historia clínica.',
  },
} as const satisfies Record<ReportKind, { route: Route & Required<Pick<Route, 'logs'>>; notClosed: string }>;

async function closedEvaluation({ db }: Context, branchId: string, id: string, notClosed: string) {
  const row = await evaluationState(db, branchId, id);
  if (!row) throw notFoundError(NO_EVALUATION);
  if (row.status !== 'cerrada') throw new AppError('evaluation_open', notClosed);
  return row;
}

const NO_EVALUATION = 'Identificador de evaluación no disponible.';
const NOT_STORED =
  'De esta versión no quedó el concepto: nadie lo pidió mientras estuvo vigente. Su código dice qué era.';

interface Order {
  readonly kind: ReportKind;
  readonly trace: AuditContext;
  readonly branchId: string;
  readonly id: string;
}

/** Renders the document and then logs the access, before the response is sent. */
async function makeDocument(context: Context, { kind, trace, branchId, id }: Order): Promise<Buffer> {
  const { route, notClosed } = DOCUMENTS[kind];
  const evaluation = await closedEvaluation(context, branchId, id, notClosed);
  const pdf = await renderReport(context, { kind, evaluation, trace });
  const detail = { version: evaluation.version };
  await appendActivity(context.db, trace, { action: route.logs, evaluationId: evaluation.id, detail });
  return pdf;
}

/**
 * Returns the concept of one signed version. The concept of the valid version is made at the first request; the concept of any
 * other version must already be stored. The PDF does not show whether the version was replaced or voided; the evaluation and
 * the verification code show this.
 * @throws not_found, concept_not_kept
 */
async function conceptOfVersion(
  context: Context,
  { trace, branchId, id }: Omit<Order, 'kind'>,
  version: number,
): Promise<Buffer> {
  const row = await evaluationState(context.db, branchId, id);
  if (!row) throw notFoundError(NO_EVALUATION);
  if (version > row.version) throw notFoundError('La evaluación no tiene esa versión.');
  const state = documentState(version === row.version, row.status === 'cerrada');
  const closing = { ...row, version };
  const pdf =
    state === 'vigente'
      ? await renderReport(context, { kind: 'concept', evaluation: closing, trace })
      : await readStoredConcept(context, closing);
  if (!pdf) throw new AppError('concept_not_kept', NOT_STORED);
  const detail = { version, ...(state !== 'vigente' && { state }) };
  await appendActivity(context.db, trace, {
    action: routes.issuedConceptPdf.logs,
    evaluationId: row.id,
    detail,
  });
  return pdf;
}

const asPdf = (reply: FastifyReply, fileName: string): void =>
  void reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', attachmentHeader(fileName));

const sendDocument =
  (context: Context, kind: ReportKind) =>
  async (call: EvaluationCall): Promise<Buffer> => {
    const { branchId, params, reply } = call;
    const id = params.id.toLowerCase();
    const pdf = await makeDocument(context, { kind, trace: auditContextOf(context, call), branchId, id });
    asPdf(reply, documentFileName(kind, id));
    return pdf;
  };

export function documentRoutes(app: FastifyInstance, context: Context): void {
  for (const kind of REPORT_KINDS)
    registerRoute(app, context, DOCUMENTS[kind].route, sendDocument(context, kind));
  registerRoute(app, context, routes.issuedConceptPdf, async (call) => {
    const { branchId, params, reply } = call;
    const id = params.id.toLowerCase();
    const order = { trace: auditContextOf(context, call), branchId, id };
    const pdf = await conceptOfVersion(context, order, params.version);
    asPdf(reply, documentFileName('concept', id, params.version));
    return pdf;
  });
}
