import type { FastifyInstance } from 'fastify';
import type { ReceiptDocument } from '#contract/documents.ts';
import { routes } from '#contract/routes/routes.ts';
import { receiptDocumentsOf } from '#domain/evaluation/receipt.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { AppError, notFoundError } from '../../platform/base/errors.ts';
import { linkEntriesAndWait, listAndLogAccess } from '../../audit/index.ts';
import { changeContextOf } from '../../evaluations/index.ts';
import { recordDocumentReceipt, storeReceiptSignature } from '../commands/hand-over.ts';
import { findDelivery, listDeliveries } from '../queries/deliveries.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { contentTag, setTagAndCheckNotModified } from '../../platform/http/responses/etag.ts';
import type { DocumentContext } from './document-context.ts';
import { requireDeliverable } from './delivery-access.ts';
import { readReceiptUpload } from './receipt-upload.ts';

/** @throws forbidden for a document that the user may not read */
function requireReadableDocuments({ permissions }: Actor, items: readonly ReceiptDocument[]): void {
  const allowed = receiptDocumentsOf(permissions);
  if (!items.every((item) => allowed.includes(item)))
    throw new AppError('forbidden', 'Con tu permiso se entrega solo el concepto.');
}

/** Registers the calls with which reception hands concepts over. Their responses contain no clinical data. */
export function deliveryRoutes(app: FastifyInstance, context: DocumentContext): void {
  const { db } = context;
  registerRoute(app, context, routes.listDeliveries, async (call) => {
    const { branchId, query, request, reply } = call;
    const trace = auditContextOf(context, call);
    const list = await listAndLogAccess(db, trace, { name: 'deliveries', query }, () =>
      listDeliveries(db, { branchId, at: trace.at }, query),
    );
    if (!setTagAndCheckNotModified(request, reply, contentTag(list), 'no-store')) return list;
    void reply.code(304);
    return null;
  });

  registerRoute(app, context, routes.deliver, async (call) => {
    const upload = await readReceiptUpload(call);
    requireReadableDocuments(call.actor, upload.items);
    const change = changeContextOf(context, call);
    const { branchId, evaluationId: id, trace } = change;
    await requireDeliverable(db, { actor: call.actor, branchId, id, at: trace.at });
    const stored = await storeReceiptSignature(context, change, upload);
    await db.transaction((tx) => recordDocumentReceipt(tx, change, upload, stored));
    await linkEntriesAndWait(db);
    const delivery = await findDelivery(db, branchId, id);
    // A doctor may reopen the evaluation after the document receipt was stored and before this query.
    if (!delivery) throw notFoundError('La evaluación se reabrió después de la entrega.');
    return delivery;
  });
}
