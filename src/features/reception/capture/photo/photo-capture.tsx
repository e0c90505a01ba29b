import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { CameraDialog } from './camera-dialog.tsx';
import { browserDecoder } from '../decoder.ts';
import { FileButton } from '#ui/fields/file-button.tsx';
import { fileProblemText, readPictureFile } from '../picture-file.ts';
import { PictureImage } from '#ui/display/picture-image.tsx';
import { CaptureActions } from '../capture-actions.tsx';
import './photo-capture.css';

interface PhotoCaptureProps {
  picture: CapturedPicture | null;
  onPicture: (picture: CapturedPicture) => void;
}

export function PhotoCapture({ picture, onPicture }: PhotoCaptureProps) {
  const [camera, setCamera] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();

  const accept = (taken: CapturedPicture) => {
    setError(null);
    setCamera(false);
    onPicture(taken);
  };
  const acceptFile = async (file: File) => {
    const result = await readPictureFile('photo', file, browserDecoder);
    if (result.type === 'picture') accept(result.picture);
    else {
      setCamera(false); // The words about the file stand below the frame.
      setError(fileProblemText('photo', result.problem));
    }
  };

  return (
    <div className="photo-capture">
      <div className="photo-frame">
        {picture === null ? (
          <span className="photo-empty">
            <Icon name="person" size={64} />
          </span>
        ) : (
          <PictureImage picture={picture} alt="Foto capturada del paciente" />
        )}
      </div>
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      <CaptureActions>
        <Button leftSection={<Icon name="camera" />} onClick={() => setCamera(true)}>
          {picture ? 'Repetir foto' : 'Tomar foto'}
        </Button>
        <FileButton
          label="Desde archivo"
          name="Cargar foto desde archivo"
          onFile={(file) => void acceptFile(file)}
        />
      </CaptureActions>
      <CameraDialog
        opened={camera}
        onPhoto={accept}
        onFile={(file) => void acceptFile(file)}
        onClose={() => setCamera(false)}
      />
    </div>
  );
}
