import { Loader } from '@mantine/core';
import { Suspense, type RefObject } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import type { CameraState } from '../camera/use-camera.ts';
import './camera-frame.css';

/** Loaded only after a camera failure. */
const CameraProblemText = lazyComponent(() =>
  import('./camera-problem.tsx').then((loaded) => loaded.CameraProblemText),
);

interface CameraFrameProps {
  video: RefObject<HTMLVideoElement | null>;
  state: Exclude<CameraState, { name: 'off' }>;
}

/** Preview of the photo, 3:4, with an oval for the face; or the reason why there is no picture. */
export const CameraFrame = ({ video, state }: CameraFrameProps) => (
  <div className="camera-frame" data-state={state.name}>
    {/* iPads open their own player, or do not play, without playsInline and muted. */}
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
