import { parentPort } from 'node:worker_threads';
import { composeDocument } from '../documents/compose.ts';
import type { ReportInput, ReportKind } from '../input/input.ts';

/**
 * Message that requests a document from a rendering thread. A thread renders one document at a time, because pdfkit blocks the
 * thread.
 */
export interface RenderRequest {
  readonly kind: ReportKind;
  readonly input: ReportInput;
}
export type RenderResponse =
  | { readonly type: 'done'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly error: unknown };

async function handleRenderRequest({ kind, input }: RenderRequest): Promise<RenderResponse> {
  try {
    return { type: 'done', bytes: new Uint8Array(await composeDocument(kind, input)) };
  } catch (error) {
    return { type: 'failed', error };
  }
}

parentPort?.on('message', (order: RenderRequest) => {
  void handleRenderRequest(order).then((message) =>
    parentPort?.postMessage(message, message.type === 'done' ? [message.bytes.buffer] : []),
  );
});
