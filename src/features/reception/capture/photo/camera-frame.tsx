import { Loader } from '@mantine/core';
import type { RefObject } from 'react';
import type { CameraProblem } from '../camera/stream.ts';
import type { CameraState } from '../camera/use-camera.ts';
import './camera-frame.css';

const NO_ACCESS = 'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.';

/** P8 to the letter, and what else can be done about it. */
const PROBLEMS: Record<CameraProblem, string> = {
  none: 'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.',
  denied: `${NO_ACCESS} Se permiten en los ajustes del sitio.`,
  busy: `${NO_ACCESS} Si otra aplicación la usa, ciérrala.`,
  no_preview: 'No se pudo iniciar la vista previa de la cámara.',
};

interface CameraFrameProps {
  video: RefObject<HTMLVideoElement | null>;
  state: Exclude<CameraState, { name: 'off' }>;
}

/** The camera's picture as it will be taken, 3:4, with where the face goes; or why there is none. */
export const CameraFrame = ({ video, state }: CameraFrameProps) => (
  <div className="camera-frame" data-state={state.name}>
    {/* playsInline and muted: iPads would otherwise open their own player, or refuse to play. */}
    <video ref={video} playsInline muted aria-label="Vista previa de la cámara" />
    {state.name === 'starting' && (
      <output aria-label="Iniciando la cámara">
        <Loader />
      </output>
    )}
    {state.name === 'live' && (
      <>
        <span className="camera-oval" />
        <p className="camera-tip">Rostro dentro del óvalo</p>
      </>
    )}
    {state.name === 'failed' && (
      <p className="camera-problem" role="alert">
        {PROBLEMS[state.problem]}
      </p>
    )}
  </div>
);
