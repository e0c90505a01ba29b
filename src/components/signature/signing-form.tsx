import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import { isSignature } from '#domain/signature/strokes.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { hasMouse } from '#ui/hooks/has-mouse.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { SignaturePad } from './signature-pad.tsx';
import type { SigningProps } from './signing-props.ts';
import './signing-form.css';

export interface SigningFormProps extends Omit<SigningProps, 'onPicture'> {
  /** Witness who signs in the patient's place; null if the patient signs. */
  witness: Witness | null;
  isBusy?: boolean;
  onKeep: () => void;
  onClose: () => void;
  /** Opens the witness form; null if a witness already signs. */
  onCannotSign: (() => void) | null;
}

const isButtonIn = (box: Element | null, target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button') !== null && box?.contains(target) === true;

/**
 * Signing screen with the text to accept. If the clinic has no text, the screen states the purpose of the signature. If a
 * witness signs, the screen states for which patient.
 */
export function SigningForm(props: SigningFormProps) {
  const { signer, authorisation, witness, drawing, error, isBusy = false, onClear, onCannotSign } = props;
  const box = useRef<HTMLDivElement>(null);
  // The space key clears the pad (P2). On a focused button of the dialog, the key presses the button instead, with one exception:
  // on the button that opened the dialog, which still has the focus at first, the key clears the pad.
  useWindowEvent('keydown', (event) => {
    if (event.key !== ' ' || isButtonIn(box.current, event.target)) return;
    event.preventDefault();
    onClear();
  });
  const isWithoutText = !authorisation && !witness;
  return (
    <div className={`signing ${isWithoutText ? 'signature-full' : ''}`} ref={box}>
      <p className="signing-person">
        {witness && 'Como testigo de '}
        {signer.name} · {signer.document}
      </p>
      {authorisation && <p className="signing-text">{authorisation.text}</p>}
      {isWithoutText && <p>Va a firmar su registro de hoy.</p>}
      <div className="signing-pad">
        <SignaturePad
          label={witness ? 'Firma del testigo' : 'Firma del paciente'}
          drawing={drawing}
          onStroke={props.onStroke}
          focusable
          guarded
        />
        {!drawing && (
          <span className="signing-here" aria-hidden="true">
            Firma aquí
          </span>
        )}
      </div>
      {error !== null && <FieldError id="signing-error">{error}</FieldError>}
      <ButtonRow isEnd>
        <Button size="lg" className="signing-button" onClick={props.onClose}>
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
          loading={isBusy}
          onClick={props.onKeep}
        >
          {isWithoutText ? 'Guardar firma' : 'Aceptar y firmar'}
        </Button>
      </ButtonRow>
    </div>
  );
}
