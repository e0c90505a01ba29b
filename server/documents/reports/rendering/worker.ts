import { parentPort } from 'node:worker_threads';
import { composeDocument } from '../documents/compose.ts';
import { composeOfficeDocument } from '../documents/office.ts';
import type { ReportInput, ReportKind } from '../input/input.ts';
import type { OfficeDocument } from '../input/office-document.ts';

export interface ReportRenderRequest {
  readonly kind: ReportKind;
  readonly input: ReportInput;
}
/**
 * Message that requests a document from a rendering thread. A thread renders one document at a time, because pdfkit blocks the
 * thread.
 */
export type RenderRequest = ReportRenderRequest | { readonly kind: 'office'; readonly input: OfficeDocument };
export type RenderResponse =
  | { readonly type: 'done'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly error: unknown };

const composeRequested = (order: RenderRequest): Promise<Buffer> =>
  order.kind === 'office' ? composeOfficeDocument(order.input) : composeDocument(order.kind, order.input);

async function handleRenderRequest(order: RenderRequest): Promise<RenderResponse> {
  try {
    return { type: 'done', bytes: new Uint8Array(await composeRequested(order)) };
  } catch (error) {
    return { type: 'failed', error };
  }
}

parentPort?.on('message', (order: RenderRequest) => {
  void handleRenderRequest(order).then((message) =>
    parentPort?.postMessage(message, message.type === 'done' ? [message.bytes.buffer] : []),
  );
});
