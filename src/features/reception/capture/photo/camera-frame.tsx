import { Button, Loader } from '@mantine/core';
import type { RefObject } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import type { CameraProblem, CameraState } from '../camera/use-camera.ts';
import './camera-frame.css';

const NO_ACCESS_TEXT = 'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.';

const CAMERA_PROBLEM_TEXTS: Record<CameraProblem, string> = {
  none: 'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.',
  denied: `${NO_ACCESS_TEXT} Se permiten en los ajustes del sitio.`,
  busy: `${NO_ACCESS_TEXT} Si otra aplicación la usa, ciérrala.`,
  no_preview: 'No se pudo iniciar la vista previa de la cámara.',
};

interface CameraVideoProps {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
}

export const CameraVideo = ({ video, state }: CameraVideoProps) => (
  <>
    {/* An iPad opens its own video player, or does not play, if `playsInline` and `muted` are missing. */}
    <video
      ref={video}
      hidden={state.name === 'failed'}
      playsInline
      muted
      aria-label="Vista previa de la cámara"
    />
    {state.name === 'starting' && (
      <output aria-label="Iniciando la cámara">
        <Loader />
      </output>
    )}
  </>
);

/** Camera picture for a photo, with the guide for the face, or the reason why there is no picture. */
export const PhotoCameraView = ({ onTurn, ...camera }: CameraVideoProps & { onTurn: () => void }) => (
  <>
    <CameraVideo {...camera} />
    {camera.state.name === 'live' && (
      <>
        <span className="camera-oval" />
        <p className="camera-tip">Rostro dentro del óvalo</p>
        {camera.state.cameras.length > 1 && (
          <Button className="photo-turn" aria-label="Cambiar cámara" title="Cambiar cámara" onClick={onTurn}>
            <Icon name="again" />
          </Button>
        )}
      </>
    )}
    {camera.state.name === 'failed' && (
      <p className="camera-problem" role="alert">
        {CAMERA_PROBLEM_TEXTS[camera.state.problem]}
      </p>
    )}
  </>
);
