import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { hasMouse } from '../../../form/focus.ts';
import { CaptureActions } from '../../capture-actions.tsx';
import { useClearOnSpaceKey } from './use-space-key.ts';
import './sign-here.css';

interface SigningFormProps {
  /** Line with name and document of the patient, and the role if a witness signs. */
  person: string;
  /** Text or purpose that is signed. */
  what: ReactNode;
  label: string;
  drawing: Drawing | null;
  error: string | null;
  keep: { readonly label: string; readonly isBusy: boolean; readonly onClick: () => void };
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  onClear: () => void;
  onClose: () => void;
  /** Opens the witness form; null if a witness already signs. */
  onCannotSign: (() => void) | null;
  className?: string;
}

export function SigningForm(props: SigningFormProps) {
  const { person, what, label, drawing, error, keep, onStroke, onClear, onClose, onCannotSign } = props;
  const box = useRef<HTMLDivElement>(null);
  useClearOnSpaceKey(box, onClear);
  return (
    <div className={`signing ${props.className ?? ''}`} ref={box}>
      <p className="signing-person">{person}</p>
      {what}
      <div className="signing-pad">
        <SignaturePad label={label} drawing={drawing} onStroke={onStroke} focusable guarded />
        {!drawing && (
          <span className="signing-here" aria-hidden="true">
            Firma aquí
          </span>
        )}
      </div>
      {error !== null && <FieldError id="signing-error">{error}</FieldError>}
      <CaptureActions isEnd>
        <Button size="lg" className="signing-button" onClick={onClose}>
          Cerrar
        </Button>
        {onCannotSign && (
          <Button size="lg" className="signing-button" variant="subtle" onClick={onCannotSign}>
            No puede firmar
          </Button>
        )}
        <span className="signing-hint">{hasMouse() && 'La barra espaciadora limpia.'}</span>
        <Button size="lg" className="signing-button" disabled={!drawing} onClick={onClear}>
          Limpiar
        </Button>
        <Button
          size="lg"
          className="signing-button"
          variant="filled"
          disabled={drawing === null || !isSignature(drawing)}
          loading={keep.isBusy}
          onClick={keep.onClick}
        >
          {keep.label}
        </Button>
      </CaptureActions>
    </div>
  );
}
