import { Button, Loader, Modal } from '@mantine/core';
import { useRef } from 'react';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { CAMERA_TEXTS, useCamera } from './use-camera.ts';
import { CaptureActions } from '../capture-actions.tsx';
import './camera-dialog.css';

interface CameraProps {
  onPhoto: (picture: CapturedPicture) => void;
  /** The way out where there is no camera to be had. */
  onFile: (file: File) => void;
  onClose: () => void;
}

function Camera({ onPhoto, onFile, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, change, capture } = useCamera(video);
  const take = async () => {
    const bytes = await capture();
    if (bytes) onPhoto({ bytes, mime: 'image/jpeg', name: 'photo.jpg' });
  };
  const several = (state.name === 'live' || state.name === 'capturing') && state.cameras.length > 1;
  return (
    <div className="camera">
      <div className="camera-view" hidden={state.name === 'failed'}>
        {/* playsInline and muted: iPads would otherwise open their own player, or refuse to play. */}
        <video ref={video} playsInline muted aria-label="Vista previa de la cámara" />
        {state.name === 'starting' && <Loader className="camera-wait" aria-label="Iniciando la cámara" />}
      </div>
      {state.name === 'failed' && <Notice kind="error">{CAMERA_TEXTS[state.problem]}</Notice>}
      <CaptureActions isEnd>
        <Button onClick={onClose}>Cancelar</Button>
        {state.name === 'failed' && (
          <FileButton label="Desde archivo" name="Cargar foto desde archivo" onFile={onFile} />
        )}
        {several && <Button onClick={change}>Cambiar cámara</Button>}
        <Button
          variant="filled"
          data-autofocus
          leftSection={<Icon name="camera" />}
          disabled={state.name === 'starting' || state.name === 'failed'}
          loading={state.name === 'capturing'}
          onClick={() => void take()}
        >
          Capturar
        </Button>
      </CaptureActions>
    </div>
  );
}

/** In the page rather than the tablet's camera app: that one may take the memory that the page needs to live. */
export const CameraDialog = ({ opened, ...camera }: CameraProps & { opened: boolean }) => (
  <Modal
    opened={opened}
    onClose={camera.onClose}
    title="Foto del paciente"
    size="xl"
    transitionProps={{ duration: 0 }}
  >
    <Camera {...camera} />
  </Modal>
);
