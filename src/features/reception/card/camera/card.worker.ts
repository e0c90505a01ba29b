import type { CardText } from '#domain/card/capture.ts';
import { drawView, viewOf, type GrayPicture } from './gray-picture.ts';
import { agree, NO_AGREEMENT } from './lines/agreement.ts';
import { readLines } from './lines/read-lines.ts';
import type { LookAnswer, LookRequest } from './look.ts';
import { readCode } from './read-code.ts';

// The page's compiler knows `self` as a window; here it is a dedicated worker's, of which only these two are used.
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<LookRequest>) => void): void;
  postMessage(answer: LookAnswer, transfer: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

let agreement = NO_AGREEMENT;

/** A code is believed at once, for it corrects itself; lines when frames agree. */
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
