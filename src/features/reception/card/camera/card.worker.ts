import type { CardText } from '#domain/card/capture.ts';
import { drawView, monitoringViewOf, type GrayPicture } from './gray-picture.ts';
import { agree, NO_AGREEMENT } from './lines/agreement.ts';
import { readLines } from './lines/read-lines.ts';
import type { ScanResponse, ScanRequest } from './look.ts';
import { readCode } from './read-code.ts';

// TypeScript types `self` as a window here; this interface is the part of a dedicated worker that is used.
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<ScanRequest>) => void): void;
  postMessage(answer: ScanResponse, transfer: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

let agreement = NO_AGREEMENT;

/**
 * Reads a picture. A code is accepted at once, because it contains error correction; printed lines are accepted when several
 * frames show the same text.
 */
function read(picture: GrayPicture): CardText | null {
  const code = readCode(picture);
  if (code !== null) return code;
  const { agreement: now, believed } = agree(agreement, readLines(picture));
  agreement = now;
  return believed;
}

function look({ frame, turn }: ScanRequest): ScanResponse {
  try {
    const picture = drawView(
      frame,
      monitoringViewOf(turn),
      (width, height) => new OffscreenCanvas(width, height),
    );
    return { text: picture && read(picture) };
  } finally {
    frame.close();
  }
}

scope.addEventListener('message', (event) => scope.postMessage(look(event.data), []));
