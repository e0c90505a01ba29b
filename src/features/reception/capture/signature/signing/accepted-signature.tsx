import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Authorisation } from '#contract/records/branding.ts';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { hasMouse } from '../../../form/focus.ts';
import { CaptureActions } from '../../capture-actions.tsx';
import { SIGNATURE_ERRORS } from '../export-signature.ts';
import { sign } from './sign.ts';
import type { Signer } from './signer.ts';
import { useSpaceKey } from './use-space-key.ts';
import './accepted-signature.css';

interface AcceptedSignatureProps {
  signer: Signer;
  authorisation: Authorisation | null;
  /** Who signs in the person's place. */
  witness: Witness | null;
  onSigned: (picture: CapturedPicture) => void;
  onClose: () => void;
  /** Not there where a witness signs already. */
  onCannotSign: (() => void) | null;
}

interface Drawn {
  readonly drawing: Drawing;
  readonly canvas: HTMLCanvasElement;
}

/** Nothing is kept before it is accepted; at most once, however often it is tapped. */
function useAccepting({ authorisation, witness, onSigned }: AcceptedSignatureProps) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    if (!drawn || isBusy) return;
    setBusy(true);
    try {
      const signed = await sign({ canvas: drawn.canvas, authorisation, witness });
      if (signed.type === 'signed') return onSigned(signed.picture);
      setError(signed.text);
    } catch (thrown) {
      if (!(thrown instanceof StorageProblem)) throw thrown;
      setError(SIGNATURE_ERRORS.failed);
    } finally {
      setBusy(false);
    }
  };
  const draw = (drawing: Drawing, canvas: HTMLCanvasElement) => {
    setError(null);
    setDrawn({ drawing, canvas });
  };
  return { drawn, error, isBusy, accept, draw, clear: () => setDrawn(null) };
}

/** What is signed, where one signs, and 'Aceptar y firmar', without which nothing of it is kept. */
export function AcceptedSignature(props: AcceptedSignatureProps) {
  const { signer, authorisation, witness, onClose, onCannotSign } = props;
  const { drawn, error, isBusy, accept, draw, clear } = useAccepting(props);
  const box = useRef<HTMLDivElement>(null);
  useSpaceKey(box, clear);
  const isDrawn = drawn !== null && isSignature(drawn.drawing);
  return (
    <div className="signing" ref={box}>
      <p className="signing-person">
        {witness
          ? `Como testigo de ${signer.name} · ${signer.document}`
          : `${signer.name} · ${signer.document}`}
      </p>
      {authorisation && <p className="signing-text">{authorisation.text}</p>}
      <div className="signing-pad">
        <SignaturePad
          label={witness ? 'Firma del testigo' : 'Firma del paciente'}
          drawing={drawn?.drawing ?? null}
          onStroke={draw}
          focusable
          guarded
        />
        {!drawn && (
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
        <Button size="lg" className="signing-button" disabled={!drawn} onClick={clear}>
          Limpiar
        </Button>
        <Button
          size="lg"
          className="signing-button"
          variant="filled"
          disabled={!isDrawn}
          loading={isBusy}
          onClick={() => void accept().catch(reportError)}
        >
          Aceptar y firmar
        </Button>
      </CaptureActions>
    </div>
  );
}
