import { Button, Loader } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { portraitCrop } from '#domain/photo/ladder.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { readPictureFileLazily, type CaptureResult, type RequestedPicture } from '../files/read-file.ts';
import { useCamera, useCameraPermitted } from '../camera/use-camera.ts';
import { PhotoCameraView } from './camera-frame.tsx';
import { compressPhoto } from './compress-photo.ts';
import './photo-capture.css';

interface PhotoCaptureProps {
  picture: CapturedPicture | null;
  /** Stores the photo; resolves once it is stored. `coming` resolves to undefined if the photo could not be prepared. */
  onPhoto: (coming: Promise<CapturedPicture | undefined>) => Promise<void>;
}

const LazyDarkPhotoHint = lazyComponent(() => import('./dark-photo.tsx'), 'DarkPhotoHint');

const REQUESTED_PHOTO: RequestedPicture = { kind: 'photo', shrink: compressPhoto };

const CAPTURE_ERROR_TEXTS = {
  too_large: 'La foto supera 1000 KB. Ajusta la iluminación o usa la opción de archivo.',
  failed: 'No fue posible capturar la foto. Intenta nuevamente o utiliza la carga manual.',
} as const;

async function takePhoto(video: HTMLVideoElement): Promise<CaptureResult> {
  const { x, y, width, height } = portraitCrop(video.videoWidth, video.videoHeight);
  const frame = createImageBitmap(video, x, y, width, height);
  const taken = await frame.then(compressPhoto, () => 'failed' as const);
  return typeof taken === 'string' ? { said: CAPTURE_ERROR_TEXTS[taken] } : taken;
}

/** Shows the captured photo. Without a photo it shows the camera picture and the button that takes one. */
export function PhotoCapture({ picture, onPhoto }: PhotoCaptureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isAsked, setAsked] = useState(false);
  const isGiven = useCameraPermitted();
  const { busy: isBusy, trouble: error, run } = useChangeRunner<string>();
  const isOn = isAsked || (picture === null && isGiven === true);
  const { state, change, retry } = useCamera(video, { isOn, isRemembered: true });
  const errorId = useId();
  const isWaiting = isBusy || state.name === 'starting';

  const storeCapture = (making: Promise<CaptureResult>) =>
    run(async () => {
      await onPhoto(making.then((made) => ('said' in made ? undefined : made)));
      const made = await making;
      if (!('said' in made)) {
        setAsked(false);
        return null;
      }
      // The error is ignored here: if the camera has stopped, the listener for its `ended` event shows an error.
      void video.current?.play().catch(() => undefined);
      return made.said;
    });
  const captureFrame = () => {
    if (isWaiting) return;
    if (state.name === 'off') return setAsked(true);
    if (state.name === 'failed') return retry();
    if (!video.current) return;
    const making = takePhoto(video.current);
    video.current.pause();
    void storeCapture(making);
  };
  const isFailed = state.name === 'failed';
  const isRetaken = picture !== null && isOn;
  const hasCamera = state.name !== 'off' && !(isFailed && isBusy);
  return (
    <div className="photo-capture">
      <div className="photo-frame">
        {hasCamera && <PhotoCameraView video={video} state={state} onTurn={change} />}
        {state.name === 'off' && picture !== null && (
          <ImageFromBytes picture={picture} alt="Foto capturada del paciente" />
        )}
        {state.name === 'off' && picture === null && <Icon name="person" size={96} />}
        {state.name === 'off' && picture === null && isGiven === false && (
          <p className="photo-hint">Toca «Tomar foto» para encender la cámara.</p>
        )}
        {isBusy && (
          <output className="photo-wait">
            <Loader aria-hidden="true" />
            Preparando la foto…
          </output>
        )}
      </div>
      <div className="photo-side">
        <Button
          // The `disabled` attribute would take the focus from the button.
          {...(isWaiting && { 'data-disabled': true, 'aria-disabled': true })}
          leftSection={<Icon name={isFailed ? 'again' : 'camera'} />}
          onClick={captureFrame}
        >
          {isFailed ? 'Reintentar' : picture === null || isOn ? 'Tomar foto' : 'Repetir foto'}
        </Button>
        {(isFailed || !isRetaken) && (
          <FileButton
            label="Desde archivo"
            name="Cargar foto desde archivo"
            disabled={isBusy}
            onFile={(file) => void storeCapture(readPictureFileLazily(file, REQUESTED_PHOTO))}
          />
        )}
        {isRetaken && <Button onClick={() => setAsked(false)}>Cancelar</Button>}
        {error !== null && <FieldError id={errorId}>{error}</FieldError>}
        {picture !== null && <LazyDarkPhotoHint picture={picture} />}
      </div>
    </div>
  );
}
