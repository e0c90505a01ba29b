import type { ReceiptDocument } from '#contract/documents.ts';
import type { Delivery } from '#contract/records/evaluation/deliveries.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { sendRequest } from '../requests/api-request.ts';
import { saveResultOf, type SaveResult } from '../requests/saving.ts';

export interface ReceivedDocuments {
  readonly id: string;
  readonly version: number;
  readonly items: readonly ReceiptDocument[];
}

function createReceiptBody({ version, items }: ReceivedDocuments, signature: Blob): FormData {
  const body = new FormData();
  body.set('version', String(version));
  body.set('items', items.join());
  body.set('file', signature, 'signature.png');
  return body;
}

/** Records that the worker received documents. Repeating the call for one signed version changes nothing. */
export const sendDocumentReceipt = async (
  received: ReceivedDocuments,
  signature: Blob,
): Promise<SaveResult<Evaluation>> =>
  saveResultOf(
    await sendRequest('handOver', {
      params: { id: received.id },
      body: createReceiptBody(received, signature),
    }),
  );

/** Like `sendDocumentReceipt`, for a user who may not read the evaluation. */
export const sendDeliveryReceipt = async (
  received: ReceivedDocuments,
  signature: Blob,
): Promise<SaveResult<Delivery>> =>
  saveResultOf(
    await sendRequest('deliver', {
      params: { id: received.id },
      body: createReceiptBody(received, signature),
    }),
  );
