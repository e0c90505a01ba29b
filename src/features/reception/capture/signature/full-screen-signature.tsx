import { Button, Modal } from '@mantine/core';
import { useEffect, useId, useRef, type RefObject } from 'react';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import type { Drawing } from '#domain/signature/strokes.ts';
import { CaptureActions } from '../capture-actions.tsx';
import './full-screen-signature.css';

interface FullScreenSignatureProps {
  drawing: Drawing | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  onClear: () => void;
  onClose: () => void;
}

const isButtonIn = (box: Element | null, target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button') !== null && box?.contains(target) === true;

/**
 * P2: the space key clears here. It never scrolls, and on a button of the dialog it stays the button's own key; not
 * on the one that opened it, which has the focus for the moment until the pad takes it.
 */
function useSpaceKey(box: RefObject<Element | null>, onClear: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || isButtonIn(box.current, event.target)) return;
      event.preventDefault();
      onClear();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [box, onClear]);
}

function Pad({ drawing, onStroke, onClear, onClose }: FullScreenSignatureProps) {
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
        <Button onClick={onClear}>Limpiar</Button>
        <Button variant="filled" onClick={onClose}>
          Cerrar
        </Button>
      </CaptureActions>
    </div>
  );
}

export const FullScreenSignature = ({ opened, ...pad }: FullScreenSignatureProps & { opened: boolean }) => (
  <Modal
    opened={opened}
    onClose={pad.onClose}
    fullScreen
    withCloseButton={false}
    title="Firma dentro del recuadro"
    transitionProps={{ duration: 0 }}
  >
    <Pad {...pad} />
  </Modal>
);
