import type { CardText } from '#domain/card/capture.ts';
import { drawView, FRAME_VIEWS } from './gray-picture.ts';
import type { ScanRequest } from './card-scanner.ts';
import { createFrameAgreement, readMrzLines } from './lines/read-lines.ts';
import { readPdf417Code } from './read-code.ts';

const agreeOnLines = createFrameAgreement();

/**
 * Reads a card. A code is accepted at once, because it contains error correction. Printed lines are accepted only when several
 * frames show the same text.
 */
function scanAndCloseFrame({ frame, turn }: ScanRequest): CardText | null {
  try {
    const view = FRAME_VIEWS[turn % FRAME_VIEWS.length];
    const picture = view ? drawView(frame, view) : null;
    return picture && (readPdf417Code(picture) ?? agreeOnLines(readMrzLines(picture)));
  } finally {
    frame.close();
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ScanRequest>) =>
  self.postMessage(scanAndCloseFrame(data), { transfer: [] }),
);
