import { Loader } from '@mantine/core';
import { Suspense, type RefObject } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import type { CameraState } from '../camera/use-camera.ts';
import './camera-frame.css';

const CameraProblemText = lazyComponent(() =>
  import('./camera-problem.tsx').then((loaded) => loaded.CameraProblemText),
);

interface CameraFrameProps {
  video: RefObject<HTMLVideoElement | null>;
  state: Exclude<CameraState, { name: 'off' }>;
}

export const CameraFrame = ({ video, state }: CameraFrameProps) => (
  <div className="camera-frame" data-state={state.name}>
    {/* An iPad opens its own video player, or does not play, if playsInline and muted are missing. */}
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
