import { compressFrame, type Compressed } from './photo-ladder.ts';

function onPage(frame: ImageBitmap): Promise<Compressed> {
  const makeCanvas = (width: number, height: number) =>
    Object.assign(document.createElement('canvas'), { width, height });
  return compressFrame(frame, makeCanvas).catch((): Compressed => ({ type: 'failed' }));
}

/** Encoding four times would freeze the preview on a cheap tablet; a worker of our own does it where there can be one. */
export function compressPhoto(frame: ImageBitmap): Promise<Compressed> {
  if (typeof OffscreenCanvas === 'undefined' || typeof Worker === 'undefined') return onPage(frame);
  const worker = new Worker(new URL('./photo.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Compressed>((resolve) => {
    worker.addEventListener('message', (event: MessageEvent<Compressed>) => resolve(event.data));
    worker.addEventListener('error', () => resolve({ type: 'failed' }));
    worker.postMessage(frame, [frame]);
  }).finally(() => worker.terminate());
}
