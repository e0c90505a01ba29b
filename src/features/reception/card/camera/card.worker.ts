import type { CardText } from '#domain/card/capture.ts';
import { drawView, viewOf, type GrayPicture } from './gray-picture.ts';
import { agree, NO_AGREEMENT } from './lines/agreement.ts';
import { readLines } from './lines/read-lines.ts';
import type { LookAnswer, LookRequest } from './look.ts';
import { readCode } from './read-code.ts';

// The page's compiler types `self` as a window; this is the part of a dedicated worker that is used here.
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<LookRequest>) => void): void;
  postMessage(answer: LookAnswer, transfer: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

let agreement = NO_AGREEMENT;

/**
 * Reads a picture. A code is accepted at once, because it corrects errors itself; printed lines are accepted when frames agree.
 */
function read(picture: GrayPicture): CardText | null {
  const code = readCode(picture);
  if (code !== null) return code;
  const { agreement: now, believed } = agree(agreement, readLines(picture));
  agreement = now;
  return believed;
}

function look({ frame, turn }: LookRequest): LookAnswer {
  try {
    const picture = drawView(frame, viewOf(turn), (width, height) => new OffscreenCanvas(width, height));
    return { text: picture && read(picture) };
  } finally {
    frame.close();
  }
}

scope.addEventListener('message', (event) => scope.postMessage(look(event.data), []));
