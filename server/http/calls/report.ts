import type { Trace } from '../../access/trace.ts';
import { evaluationState } from '../../queries/evaluations/evaluation-state.ts';
import { reportInput } from '../../queries/documents/report-input.ts';
import type { ReportKind } from '../../reports/input/input.ts';
import { RenderError } from '../../reports/rendering/render-worker.ts';
import type { Context } from '../context/context.ts';

/** A closed evaluation, and who asks for a document of it. */
interface Order {
  readonly kind: ReportKind;
  readonly evaluation: { readonly id: string; readonly branchId: string; readonly version: number };
  readonly trace: Pick<Trace, 'actor' | 'at'>;
}

/** The document's bytes; the line in the log is the caller's to write. */
export async function renderReport(
  context: Context,
  { kind, evaluation, trace: { actor, at } }: Order,
): Promise<Buffer> {
  const request = { by: actor.displayName, at: at.toISOString() };
  const input = await reportInput(context, evaluation, { request, legal: context.legalTexts });
  return context.reports.render(kind, input, actor.userId);
}

/**
 * The first document that a thread makes takes some twenty times as long as a later one. So that nobody waits for it, the concept of
 * what is signed first is made at once, behind the answer, and thrown away.
 */
export function rehearse(
  context: Context,
  { branchId, id, trace }: Pick<Order, 'trace'> & { readonly branchId: string; readonly id: string },
): void {
  if (!context.rehearsesDocuments || !context.reports.isCold()) return;
  context.background.run('A document made beforehand', async () => {
    const evaluation = await evaluationState(context.db, branchId, id);
    if (evaluation?.status !== 'cerrada') return;
    try {
      await renderReport(context, { kind: 'concept', evaluation, trace });
    } catch (error) {
      // Whoever asks for the document is told.
      if (!(error instanceof RenderError)) throw error;
    }
  });
}
