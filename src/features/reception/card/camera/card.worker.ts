import type { CardText } from '#domain/card/capture.ts';
import { drawView, frameViewOf, type GrayPicture } from './gray-picture.ts';
import { addFrameReading, NO_FRAME_AGREEMENT } from './lines/agreement.ts';
import { readMrzLines } from './lines/read-lines.ts';
import type { ScanResponse, ScanRequest } from './look.ts';
import { readPdf417Code } from './read-code.ts';

// TypeScript types `self` as a window; this interface lists the members of a dedicated worker that are used.
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<ScanRequest>) => void): void;
  postMessage(answer: ScanResponse, transfer: Transferable[]): void;
}
const workerScope = self as unknown as WorkerScope;

let frameAgreement = NO_FRAME_AGREEMENT;

/**
 * Reads a card. A code is accepted at once, because it contains error correction. Printed lines are accepted only when several
 * frames show the same text.
 */
function readCardFromPicture(picture: GrayPicture): CardText | null {
  const code = readPdf417Code(picture);
  if (code !== null) return code;
  const { agreement: now, believed } = addFrameReading(frameAgreement, readMrzLines(picture));
  frameAgreement = now;
  return believed;
}

function scanFrame({ frame, turn }: ScanRequest): ScanResponse {
  try {
    const picture = drawView(frame, frameViewOf(turn), (width, height) => new OffscreenCanvas(width, height));
    return { text: picture && readCardFromPicture(picture) };
  } finally {
    frame.close();
  }
}

workerScope.addEventListener('message', (event) => workerScope.postMessage(scanFrame(event.data), []));
