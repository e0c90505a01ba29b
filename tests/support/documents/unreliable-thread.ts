import { parentPort } from 'node:worker_threads';
import type { RenderResponse, ReportRenderRequest } from '#server/documents/reports/rendering/worker.ts';

/**
 * Sends a response. This file replaces the worker thread that renders documents; the requester's name selects the way in which
 * the thread fails.
 */
const postRenderResponse = (message: RenderResponse) => parentPort?.postMessage(message, []);

parentPort?.on('message', ({ input }: ReportRenderRequest) => {
  switch (input.request.by) {
    case 'exits':
      return process.exit(3);
    case 'throws':
      throw new Error('The thread broke');
    case 'hangs':
      return undefined;
    case 'fails':
      return postRenderResponse({ type: 'failed', error: new Error('The picture is broken') });
    default:
      return postRenderResponse({ type: 'done', bytes: new TextEncoder().encode(input.request.by) });
  }
});
