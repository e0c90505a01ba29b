import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ComponentType, type RefObject } from 'react';
import type { Authorisation } from '#contract/records/branding.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { readCaptureFile } from '../files/read-file.ts';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import type { Drawing } from '#domain/signature/strokes.ts';
import { PictureImage } from '#ui/display/picture-image.tsx';
import { CaptureActions } from '../capture-actions.tsx';
import { SignatureBox } from '#components/signature/signature-box.tsx';
import type { SigningPatient, SigningDialogProps } from './signing/signer.ts';
import './signature-capture.css';

interface SignatureCaptureProps {
  signer: SigningPatient;
  /**
   * Text that the patient signs; null if the clinic has none. Without a text the patient may also sign on the pad of the step.
   */
  authorisation: Authorisation | null;
  picture: CapturedPicture | null;
  drawing: Drawing | null;
  error: string | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  onPicture: (picture: CapturedPicture) => void;
  onClear: () => void;
}

const DIALOG_NOT_OPENED_TEXT = 'No pudimos abrir la pantalla de firma. Vuelve a intentarlo.';

function signatureCaptionOf({ statement }: CapturedPicture): string | null {
  if (!statement) return 'Limpia para repetirla.';
  if (statement.witness) return `Firma de testigo: ${statement.witness.name}`;
  return statement.text && `Aceptó la autorización, versión ${statement.text.version}`;
}

/** Shows an accepted or restored signature as an image, so that no stroke can be added. */
function SignatureImage({ picture }: { picture: CapturedPicture }) {
  const caption = signatureCaptionOf(picture);
  return (
    <div className="signature-kept">
      <SignatureBox isImage>
        <PictureImage picture={picture} alt="Firma capturada del paciente" />
      </SignatureBox>
      {caption !== null && <p className="signature-caption">{caption}</p>}
    </div>
  );
}

/**
 * Restores the focus when the signing screen closes: to the element that opened it, or to `other` if that element is gone.
 * Returns a function that records the opening element.
 */
function useReturnFocus(isOpen: boolean, other: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const before = opener.current;
      const back = before instanceof HTMLElement && before.isConnected ? before : other.current;
      back?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen, other]);
  return () => void (opener.current = document.activeElement);
}

function useSigningDialog(
  onProblem: (text: string | null) => void,
  focusAfter: RefObject<HTMLElement | null>,
) {
  const [Dialog, setDialog] = useState<ComponentType<SigningDialogProps> | null>(null);
  const noteOpener = useReturnFocus(Dialog !== null, focusAfter);
  const open = async (byWitness: boolean) => {
    onProblem(null);
    noteOpener();
    try {
      const loaded = await import('./signing/signing-dialog.tsx');
      setDialog(() => (byWitness ? loaded.WitnessDialog : loaded.SigningDialog));
    } catch (error) {
      reportError(error);
      onProblem(DIALOG_NOT_OPENED_TEXT);
    }
  };
  return {
    Dialog,
    open: () => void open(false),
    openForWitness: () => void open(true),
    close: () => setDialog(null),
  };
}

function SignatureArea(
  props: SignatureCaptureProps & { isOpen: boolean; onOpen: () => void; onCannotSign: () => void },
) {
  const { authorisation, picture, drawing, isOpen, onStroke, onOpen, onCannotSign } = props;
  if (picture && !drawing) return <SignatureImage picture={picture} />;
  // A patient who began to sign on the pad before the text was loaded can finish without accepting the text.
  if (authorisation && !drawing)
    return (
      <SignatureBox>
        <div className="signature-hand-over">
          <Button size="lg" leftSection={<Icon name="expand" />} onClick={onOpen}>
            Entregar al paciente
          </Button>
          <Button variant="subtle" onClick={onCannotSign}>
            No puede firmar
          </Button>
        </div>
      </SignatureBox>
    );
  return isOpen ? (
    <SignatureBox />
  ) : (
    <SignaturePad label="Firma del paciente" drawing={drawing} onStroke={onStroke} />
  );
}

export function SignatureCapture(props: SignatureCaptureProps) {
  const { signer, authorisation, picture, drawing, onStroke, onPicture, onClear } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const clearButton = useRef<HTMLButtonElement>(null);
  const { Dialog, open, openForWitness, close } = useSigningDialog(setProblem, clearButton);
  const errorId = useId();
  const error = problem ?? props.error;
  const isEmpty = picture === null && drawing === null;

  const acceptFile = async (file: File) => {
    const made = await readCaptureFile(file, { kind: 'signature' });
    setProblem(made.type === 'said' ? made.text : null);
    if (made.type === 'picture') onPicture(made.picture);
  };
  const clear = () => {
    setProblem(null);
    onClear();
  };
  const draw = (drawn: Drawing, canvas: HTMLCanvasElement) => {
    setProblem(null);
    onStroke(drawn, canvas);
  };

  return (
    <div className="signature-capture">
      <SignatureArea
        {...props}
        isOpen={Dialog !== null}
        onStroke={draw}
        onOpen={open}
        onCannotSign={openForWitness}
      />
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      <CaptureActions>
        <Button ref={clearButton} disabled={isEmpty} onClick={clear}>
          Limpiar
        </Button>
        {!authorisation && (!picture || drawing) && (
          <Button leftSection={<Icon name="expand" />} onClick={open}>
            Pantalla completa
          </Button>
        )}
        <FileButton
          label="Desde archivo"
          name="Cargar firma desde archivo"
          onFile={(file) => void acceptFile(file)}
        />
        {!authorisation && isEmpty && (
          <Button className="signature-cannot" variant="subtle" onClick={openForWitness}>
            No puede firmar
          </Button>
        )}
      </CaptureActions>
      {Dialog && (
        <Dialog
          signer={signer}
          authorisation={authorisation}
          drawing={drawing}
          error={error}
          onStroke={draw}
          onClear={clear}
          onSigned={onPicture}
          onClose={close}
        />
      )}
    </div>
  );
}
