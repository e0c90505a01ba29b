import { Button } from '@mantine/core';
import { useId, useRef } from 'react';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import { CaptureActions } from '../../capture-actions.tsx';
import type { SigningDialogProps } from './signer.ts';
import { useSpaceKey } from './use-space-key.ts';
import './plain-signature.css';

type PlainSignatureProps = Pick<SigningDialogProps, 'drawing' | 'onStroke' | 'onClear' | 'onClose'> & {
  onCannotSign: () => void;
};

/** Where the clinic has no text to accept: the pad of the step, larger. */
export function PlainSignature(props: PlainSignatureProps) {
  const { drawing, onStroke, onClear, onClose, onCannotSign } = props;
  const hintId = useId();
  const box = useRef<HTMLDivElement>(null);
  useSpaceKey(box, onClear);
  return (
    <div className="signature-full" ref={box}>
      <SignaturePad
        label="Firma del paciente"
        drawing={drawing}
        onStroke={onStroke}
        focusable
        guarded
        describedBy={hintId}
      />
      <CaptureActions isEnd>
        <p id={hintId} className="capture-hint">
          Firma con el dedo o con el lápiz. La barra espaciadora limpia.
        </p>
        <Button variant="subtle" onClick={onCannotSign}>
          No puede firmar
        </Button>
        <Button onClick={onClear}>Limpiar</Button>
        <Button variant="filled" onClick={onClose}>
          Cerrar
        </Button>
      </CaptureActions>
    </div>
  );
}
