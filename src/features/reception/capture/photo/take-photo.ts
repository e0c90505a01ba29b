import { portraitCrop } from '#domain/photo/ladder.ts';
import { createMessageResult, type CaptureResult } from '../files/read-file.ts';
import { compressPhoto } from './compress-photo.ts';

export async function takePhoto(video: HTMLVideoElement): Promise<CaptureResult> {
  const { x, y, width, height } = portraitCrop(video.videoWidth, video.videoHeight);
  const taken = await createImageBitmap(video, x, y, width, height).then(compressPhoto, () => null);
  switch (taken?.type) {
    case 'fits':
      return { type: 'picture', picture: { bytes: taken.bytes, mime: 'image/jpeg', name: 'photo.jpg' } };
    case 'too_large':
      return createMessageResult('La foto supera 1000 KB. Ajusta la iluminación o usa la opción de archivo.');
    case 'failed':
    case undefined:
      return createMessageResult(
        'No fue posible capturar la foto. Intenta nuevamente o utiliza la carga manual.',
      );
  }
}
