import { useState } from 'react';
import type { Authorisation } from '#contract/records/branding.ts';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { SIGNATURE_ERROR_TEXTS } from '../export-signature.ts';
import { SigningForm } from './sign-here.tsx';
import { createSignature } from './sign.ts';
import type { SigningPatient } from './signer.ts';
import './accepted-signature.css';

interface AcceptedSignatureProps {
  signer: SigningPatient;
  authorisation: Authorisation | null;
  /** Witness who signs in the patient's place; null if the patient signs. */
  witness: Witness | null;
  onSigned: (picture: CapturedPicture) => void;
  onClose: () => void;
  /** Opens the witness form; null if a witness already signs. */
  onCannotSign: (() => void) | null;
}

interface DrawnSignature {
  readonly drawing: Drawing;
  readonly canvas: HTMLCanvasElement;
}

/** Stores the signature when the signer taps 'Aceptar y firmar', and only once if the signer taps twice. */
function useSignatureAcceptance({ authorisation, witness, onSigned }: AcceptedSignatureProps) {
  const [drawn, setDrawn] = useState<DrawnSignature | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    if (!drawn || isBusy) return;
    setBusy(true);
    try {
      const signed = await createSignature({ canvas: drawn.canvas, authorisation, witness });
      if (signed.type === 'signed') return onSigned(signed.picture);
      setError(signed.text);
    } catch (thrown) {
      if (!(thrown instanceof StorageProblem)) throw thrown;
      setError(SIGNATURE_ERROR_TEXTS.failed);
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

export function SignatureWithStatement(props: AcceptedSignatureProps) {
  const { signer, authorisation, witness, onClose, onCannotSign } = props;
  const { drawn, error, isBusy, accept, draw, clear } = useSignatureAcceptance(props);
  const person = `${signer.name} · ${signer.document}`;
  return (
    <SigningForm
      person={witness ? `Como testigo de ${person}` : person}
      what={authorisation && <p className="signing-text">{authorisation.text}</p>}
      label={witness ? 'Firma del testigo' : 'Firma del paciente'}
      drawing={drawn?.drawing ?? null}
      error={error}
      keep={{ label: 'Aceptar y firmar', isBusy, onClick: () => void accept().catch(reportError) }}
      onStroke={draw}
      onClear={clear}
      onClose={onClose}
      onCannotSign={onCannotSign}
    />
  );
}
