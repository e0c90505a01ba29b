import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { SIGNATURE_TYPES } from '#contract/limits.ts';
import { addDoctorPreposition } from '#domain/patient/name.ts';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import { SignatureBox } from '#components/signature/signature-box.tsx';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import { FieldError } from '#ui/fields/field-error.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { keepSignatureFile, useSetupRun, type ChosenFile } from '../../state/run.ts';
import './doctor-signature-field.css';

export function useDoctorSignature(
  ownerId: string,
  found: Drawing | null,
  keep: (drawing: Drawing | null) => void,
) {
  const [drawing, setDrawing] = useState(found);
  const { signatureFile: chosen } = useSetupRun(ownerId);
  const setChosen = (file: ChosenFile | null) => keepSignatureFile(ownerId, file);
  const [problem, setProblem] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const draw = (next: Drawing | null) => {
    setProblem(null);
    setDrawing(next);
    keep(next);
  };
  const choose = async (file: File) => {
    setProblem(null);
    try {
      setChosen({ file, picture: { bytes: await file.arrayBuffer(), mime: file.type } });
    } catch {
      setProblem('No pudimos leer el archivo. Elígelo de nuevo.'); // The file was deleted or changed after the user had chosen it.
    }
  };
  const clear = () => {
    setChosen(null);
    draw(null);
  };
  /** Returns true if there is a signature; shows the problem otherwise. */
  const check = (): boolean => {
    const isMissing = !chosen && !(drawing && isSignature(drawing));
    if (isMissing) setProblem('Falta la firma: dibújala en el recuadro o sube una imagen.');
    return !isMissing;
  };
  /** Returns the signature as a file; null if the drawing cannot be encoded. */
  const toFile = async (): Promise<File | null> => {
    if (chosen) return chosen.file;
    const canvas = box.current?.querySelector('canvas');
    const blob = canvas && (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png')));
    return blob ? new File([blob], 'signature.png', { type: 'image/png' }) : null;
  };
  return { drawing, chosen, problem, box, draw, choose, clear, check, toFile };
}

interface DoctorSignatureFieldProps {
  field: ReturnType<typeof useDoctorSignature>;
  name: string;
}

export function DoctorSignatureField({ field, name }: DoctorSignatureFieldProps) {
  const { drawing, chosen, problem, box, draw, choose, clear } = field;
  const id = useId();
  const whose = name.trim() === '' ? 'Firma del médico' : `Firma ${addDoctorPreposition(name.trim())}`;
  return (
    <fieldset className="setup-signature" aria-describedby={problem === null ? undefined : id}>
      <legend>{whose}</legend>
      <div ref={box}>
        {chosen ? (
          <SignatureBox isImage>
            <ImageFromBytes picture={chosen.picture} alt={whose} />
          </SignatureBox>
        ) : (
          <SignaturePad label={whose} drawing={drawing} onStroke={draw} />
        )}
      </div>
      <p className="setup-signature-hint">
        Firma aquí con el dedo, el lápiz o el mouse. También sirve una imagen PNG o JPEG de hasta 500 KB.
      </p>
      {problem !== null && <FieldError id={id}>{problem}</FieldError>}
      <div className="setup-signature-buttons">
        <FileButton
          label="Subir imagen"
          name="Subir imagen de la firma"
          accept={SIGNATURE_TYPES.join(',')}
          icon="image"
          onFile={(file) => void choose(file)}
        />
        <Button variant="subtle" disabled={!drawing && !chosen} onClick={clear}>
          Limpiar
        </Button>
      </div>
    </fieldset>
  );
}
