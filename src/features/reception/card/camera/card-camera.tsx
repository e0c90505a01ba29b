import { Button, Modal } from '@mantine/core';
import { useRef } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { useCamera, type CameraProblem } from '../../capture/camera/use-camera.ts';
import { CameraVideo } from '../../capture/photo/camera-frame.tsx';
import { useCardScanner } from './card-scanner.ts';
import './card-camera.css';

interface CardCameraProps {
  onCard: (text: CardText) => void;
  onClose: () => void;
}

const formatCameraProblem = (problem: CameraProblem): string =>
  problem === 'denied'
    ? 'El navegador no deja usar la cámara. Da el permiso, o escribe los datos.'
    : 'Aquí no se puede usar la cámara. Escribe los datos, o usa un lector.';

const SCAN_FAILURE_TEXTS = {
  given_up: 'No se pudo leer. Busca más luz y menos brillo, o escribe los datos.',
  failed: 'La lectura se detuvo. Intenta otra vez, o escribe los datos.',
} as const;

function CardCameraView({ onCard, onClose }: CardCameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, change } = useCamera(video, { isOn: true });
  const looking = useCardScanner(video, state.name === 'live', onCard);
  const problem = state.name === 'failed' ? formatCameraProblem(state.problem) : null;
  const notRead = looking === 'looking' ? null : SCAN_FAILURE_TEXTS[looking];
  const said = problem ?? notRead;
  return (
    <div className="card-camera">
      <div className="card-camera-view" hidden={said !== null}>
        <CameraVideo video={video} state={state} />
        <div className="card-camera-guide" aria-hidden="true" />
      </div>
      {said === null ? (
        <p className="card-camera-how" aria-live="polite">
          Pon el <strong>reverso</strong> de la cédula, o la <strong>hoja de datos</strong> del pasaporte,
          dentro del marco, derecho y sin brillos. Se lee solo.
        </p>
      ) : (
        <Notice kind="error">{said}</Notice>
      )}
      <ButtonRow isEnd>
        {state.name === 'live' && state.cameras.length > 1 && (
          <Button onClick={change}>Cambiar cámara</Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {said === null ? 'Cancelar' : 'Cerrar'}
        </Button>
      </ButtonRow>
    </div>
  );
}

/** Camera for reading a card. It is unmounted when the dialog closes, so that the camera light goes off. */
export const CardCamera = (camera: CardCameraProps) => (
  <Modal
    opened
    onClose={camera.onClose}
    title="Leer la cédula o el pasaporte"
    size="xl"
    transitionProps={{ duration: 0 }}
  >
    <CardCameraView {...camera} />
  </Modal>
);
