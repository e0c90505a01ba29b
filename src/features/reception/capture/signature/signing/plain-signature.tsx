import { SignHere } from './sign-here.tsx';
import type { SigningDialogProps } from './signer.ts';
import './plain-signature.css';

type PlainSignatureProps = Pick<
  SigningDialogProps,
  'signer' | 'drawing' | 'error' | 'onStroke' | 'onClear' | 'onClose'
> & {
  onCannotSign: () => void;
  /** Called when the signature is complete, so that the patient returns the tablet. */
  onKept: () => void;
};

/**
 * Signature screen of a clinic without a text to accept: the pad of the step, enlarged, so that the drawing also remains after
 * 'Cerrar'. It states the purpose of the signature, and claims nothing that the patient has not read.
 */
export function PlainSignature({ signer, onKept, ...pad }: PlainSignatureProps) {
  return (
    <SignHere
      {...pad}
      className="signature-full"
      person={`${signer.name} · ${signer.document}`}
      what={<p className="signature-for">Vas a firmar tu registro de hoy.</p>}
      label="Firma del paciente"
      keep={{
        label: 'Guardar firma',
        isBusy: false,
        onClick: () => {
          if (pad.error === null) onKept();
        },
      }}
    />
  );
}
