import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { FullScreenSignature } from './full-screen-signature.tsx';
import { readFile } from '../files/read-file.ts';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import type { Drawing } from '#domain/signature/strokes.ts';
import { PictureImage } from '#ui/display/picture-image.tsx';
import { CaptureActions } from '../capture-actions.tsx';
import { SignatureBox } from '#components/signature/signature-box.tsx';
import './signature-capture.css';

interface SignatureCaptureProps {
  picture: CapturedPicture | null;
  drawing: Drawing | null;
  /** What is wrong with the last signature drawn. */
  error: string | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  onPicture: (picture: CapturedPicture) => void;
  onClear: () => void;
}

/** A signature that came from a file, or from a draft of before: there are no strokes to go on with. */
const SignatureImage = ({ picture }: { picture: CapturedPicture }) => (
  <SignatureBox isImage>
    <PictureImage picture={picture} alt="Firma capturada del paciente" />
  </SignatureBox>
);

export function SignatureCapture(props: SignatureCaptureProps) {
  const { picture, drawing, onStroke, onPicture, onClear } = props;
  const [full, setFull] = useState(false);
  const [fileError, setFileError] = useState<string | null>(null);
  const errorId = useId();
  const error = fileError ?? props.error;
  const fromElsewhere = picture !== null && drawing === null;

  const acceptFile = async (file: File) => {
    const made = await readFile(file, { kind: 'signature' });
    setFileError(made.type === 'said' ? made.text : null);
    if (made.type === 'picture') onPicture(made.picture);
  };
  const clear = () => {
    setFileError(null);
    onClear();
  };
  const draw = (drawn: Drawing, canvas: HTMLCanvasElement) => {
    setFileError(null);
    onStroke(drawn, canvas);
  };

  return (
    <div className="signature-capture">
      {fromElsewhere && <SignatureImage picture={picture} />}
      {!fromElsewhere && !full && (
        <SignaturePad label="Firma del paciente" drawing={drawing} onStroke={draw} />
      )}
      {!fromElsewhere && full && <SignatureBox />}
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      <CaptureActions>
        <Button disabled={!picture && !drawing} onClick={clear}>
          Limpiar
        </Button>
        <Button leftSection={<Icon name="expand" />} disabled={fromElsewhere} onClick={() => setFull(true)}>
          Pantalla completa
        </Button>
        <FileButton
          label="Desde archivo"
          name="Cargar firma desde archivo"
          onFile={(file) => void acceptFile(file)}
        />
      </CaptureActions>
      <FullScreenSignature
        opened={full}
        drawing={drawing}
        onStroke={draw}
        onClear={clear}
        onClose={() => setFull(false)}
      />
    </div>
  );
}
