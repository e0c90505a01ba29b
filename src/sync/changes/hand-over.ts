import type { ReceiptDocument } from '#contract/documents.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { sendRequest } from '../requests/api-request.ts';
import { saveResultOf, type SaveResult } from '../requests/saving.ts';

export interface ReceivedDocuments {
  readonly id: string;
  readonly version: number;
  readonly items: readonly ReceiptDocument[];
}

/** Records that the worker received documents. Repeating the call for one signed version changes nothing. */
export async function sendDocumentReceipt(
  { id, version, items }: ReceivedDocuments,
  signature: Blob,
): Promise<SaveResult<Evaluation>> {
  const body = new FormData();
  body.set('version', String(version));
  body.set('items', items.join());
  body.set('file', signature, 'signature.png');
  return saveResultOf(await sendRequest('handOver', { params: { id }, body }));
}
