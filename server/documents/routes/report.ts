import { type StoredDocumentKind, isStoredDocumentKind } from '#domain/evaluation/documents.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { AppError } from '../../platform/base/errors.ts';
import { storeIssuedConcept } from '../commands/issue-concept.ts';
import { createPrintedVerification } from '../commands/sign-document.ts';
import { readIssuedConcept } from '../queries/issued-concept.ts';
import { evaluationState } from '../../evaluations/index.ts';
import { signedVersionOf, readReportInput } from '../queries/report-input.ts';
import type { ReportKind } from '../reports/input/input.ts';
import { RenderError } from '../reports/rendering/render-worker.ts';
import type { DocumentContext } from './document-context.ts';

interface ReportRequest {
  readonly kind: ReportKind;
  readonly evaluation: { readonly id: string; readonly branchId: string; readonly version: number };
  readonly trace: Pick<AuditContext, 'actor' | 'at'>;
}

async function renderWithVerification(
  context: DocumentContext,
  { kind, evaluation, trace }: ReportRequest,
  person: string,
): Promise<Buffer> {
  const request = { by: trace.actor.displayName, at: trace.at.toISOString() };
  const input = await readReportInput(context, evaluation, { request, legal: context.legalTexts });
  const verification = await createPrintedVerification(context, input);
  return context.reports.render(kind, { ...input, verification }, person);
}

/**
 * Returns the stored concept of a signed version; null if none is stored yet.
 * @throws when the signed version was altered
 */
export async function readStoredConcept(
  context: DocumentContext,
  closing: ReportRequest['evaluation'],
): Promise<Buffer | null> {
  await signedVersionOf(context.db, closing);
  return readIssuedConcept(context, closing);
}

/** Returns the concept of a signed version. The first call stores the PDF that it makes; later calls return the stored PDF. */
async function findOrIssueConcept(
  context: DocumentContext,
  order: ReportRequest,
  person: string,
): Promise<Buffer> {
  const issued = await readStoredConcept(context, order.evaluation);
  return (
    issued ??
    storeIssuedConcept(context, order.evaluation, await renderWithVerification(context, order, person))
  );
}

/** The type requires an entry for each kind of document whose first PDF is stored. */
const FIND_OR_ISSUE_BY_KIND: Readonly<Record<StoredDocumentKind, typeof findOrIssueConcept>> = {
  concept: findOrIssueConcept,
};

/** Returns the bytes of the document. Writes no log entry; the caller must do this. */
export async function issueOrRenderReport(context: DocumentContext, order: ReportRequest): Promise<Buffer> {
  const person = order.trace.actor.userId;
  return isStoredDocumentKind(order.kind)
    ? FIND_OR_ISSUE_BY_KIND[order.kind](context, order, person)
    : renderWithVerification(context, order, person);
}

/**
 * Returns true if the document was not made only because too many documents were requested at once or because this process is
 * stopping; a later request can still make it. Any other error is a fault that must be logged.
 */
const canBeRenderedLater = (error: unknown): boolean =>
  error instanceof RenderError
    ? error.fault === 'closed'
    : error instanceof AppError && error.code === 'rate_limited';

/**
 * Makes and stores the concept of a signed evaluation after the response, so that no request waits for it. The concept thus has
 * the letterhead of the time of signing. In the fair queue, all concepts made this way count as one user.
 */
export function issueConceptAfterResponse(
  context: DocumentContext,
  { branchId, id, trace }: Pick<ReportRequest, 'trace'> & { readonly branchId: string; readonly id: string },
): void {
  if (!context.issuesAfterSigning) return;
  context.background.run('Generation of a concept after signing', async () => {
    const evaluation = await evaluationState(context.db, branchId, id);
    if (evaluation?.status !== 'cerrada') return;
    try {
      await findOrIssueConcept(context, { kind: 'concept', evaluation, trace }, 'issued after signing');
    } catch (error) {
      if (!canBeRenderedLater(error)) throw error;
    }
  });
}
