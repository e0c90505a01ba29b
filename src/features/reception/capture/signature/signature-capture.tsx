import { Button } from '@mantine/core';
import { useId, useRef, useState, type ComponentType, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { readPictureFileLazily } from '../files/read-file.ts';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import type { Drawing } from '#domain/signature/strokes.ts';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { SignatureBox } from '#components/signature/signature-box.tsx';
import type { SigningProps } from '#components/signature/signing-props.ts';
import { focusForwardButton } from '../../form/focus.ts';
import type { SigningDialogProps } from './signing/signing-dialog.tsx';
import './signature-capture.css';

interface SignatureCaptureProps extends SigningProps {
  picture: CapturedPicture | null;
  ownerId: string;
  /** Resolves once the signature is stored. */
  settle: () => Promise<void>;
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
        <ImageFromBytes picture={picture} alt="Firma capturada del paciente" />
      </SignatureBox>
      {caption !== null && <p className="signature-caption">{caption}</p>}
    </div>
  );
}

/**
 * Holds the signing dialog. Restores the focus when the dialog closes: to the element that opened it, or to `focusAfter` if that
 * element is gone.
 */
function useSigningDialog(
  onProblem: (text: string | null) => void,
  focusAfter: RefObject<HTMLElement | null>,
) {
  const [opened, setOpened] = useState<{
    Dialog: ComponentType<SigningDialogProps>;
    byWitness: boolean;
  } | null>(null);
  const opener = useRef<Element | null>(null);
  const open = async (byWitness: boolean) => {
    onProblem(null);
    opener.current = document.activeElement;
    try {
      const { SigningDialog } = await import('./signing/signing-dialog.tsx');
      setOpened({ Dialog: SigningDialog, byWitness });
    } catch (error) {
      reportError(error);
      onProblem(DIALOG_NOT_OPENED_TEXT);
    }
  };
  const close = () => {
    flushSync(() => setOpened(null));
    const { current: before } = opener;
    const back = before instanceof HTMLElement && before.isConnected ? before : focusAfter.current;
    back?.focus({ preventScroll: true });
  };
  const onReturned = () => {
    setOpened(null);
    focusForwardButton();
  };
  return { opened, open: (byWitness: boolean) => void open(byWitness), close, onReturned };
}

function SignatureArea(
  props: SignatureCaptureProps & { isOpen: boolean; onOpen: (byWitness: boolean) => void },
) {
  const { authorisation, picture, drawing, isOpen, onStroke, onOpen } = props;
  if (picture && !drawing) return <SignatureImage picture={picture} />;
  // A patient who began to sign on the pad before the text was loaded can finish without accepting the text.
  if (authorisation && !drawing)
    return (
      <SignatureBox>
        <div className="signature-hand-over">
          <Button size="lg" leftSection={<Icon name="expand" />} onClick={() => onOpen(false)}>
            Entregar al paciente
          </Button>
          <Button variant="subtle" onClick={() => onOpen(true)}>
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
  const { authorisation, picture, drawing, onStroke, onPicture, onClear } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const clearButton = useRef<HTMLButtonElement>(null);
  const { opened, open, close, onReturned } = useSigningDialog(setProblem, clearButton);
  const errorId = useId();
  const error = problem ?? props.error;
  const isEmpty = picture === null && drawing === null;

  const acceptFile = async (file: File) => {
    const made = await readPictureFileLazily(file, { kind: 'signature' });
    setProblem('said' in made ? made.said : null);
    if (!('said' in made)) onPicture(made);
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
      <SignatureArea {...props} isOpen={opened !== null} onStroke={draw} onOpen={open} />
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      <ButtonRow>
        <Button ref={clearButton} disabled={isEmpty} onClick={clear}>
          Limpiar
        </Button>
        {!authorisation && (!picture || drawing) && (
          <Button leftSection={<Icon name="expand" />} onClick={() => open(false)}>
            Pantalla completa
          </Button>
        )}
        <FileButton
          label="Desde archivo"
          name="Cargar firma desde archivo"
          onFile={(file) => void acceptFile(file)}
        />
        {!authorisation && isEmpty && (
          <Button className="signature-cannot" variant="subtle" onClick={() => open(true)}>
            No puede firmar
          </Button>
        )}
      </ButtonRow>
      {opened && (
        <opened.Dialog
          {...props}
          byWitness={opened.byWitness}
          error={error}
          onStroke={draw}
          onClear={clear}
          onClose={close}
          onReturned={onReturned}
        />
      )}
    </div>
  );
}
