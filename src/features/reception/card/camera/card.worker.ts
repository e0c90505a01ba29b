import { drawView, viewOf } from './gray-picture.ts';
import type { LookAnswer, LookRequest } from './look.ts';
import { readCode } from './read-code.ts';

// The page's compiler knows `self` as a window; here it is a dedicated worker's, of which only these two are used.
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<LookRequest>) => void): void;
  postMessage(answer: LookAnswer, transfer: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

function look({ frame, turn }: LookRequest): LookAnswer {
  try {
    const picture = drawView(frame, viewOf(turn), (width, height) => new OffscreenCanvas(width, height));
    return { text: picture && readCode(picture) };
  } finally {
    frame.close();
  }
}

scope.addEventListener('message', (event) => scope.postMessage(look(event.data), []));
