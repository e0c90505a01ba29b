import { Loader } from '@mantine/core';
import { Suspense, type RefObject } from 'react';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import type { CameraState } from '../camera/use-camera.ts';
import './camera-frame.css';

/** Of use where a camera failed alone. */
const CameraProblemText = lazyPiece(() =>
  import('./camera-problem.tsx').then((late) => late.CameraProblemText),
);

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
      <Suspense>
        <CameraProblemText problem={state.problem} />
      </Suspense>
    )}
  </div>
);
