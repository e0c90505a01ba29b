import { SignHere } from './sign-here.tsx';
import type { SigningDialogProps } from './signer.ts';
import './plain-signature.css';

type PlainSignatureProps = Pick<
  SigningDialogProps,
  'signer' | 'drawing' | 'error' | 'onStroke' | 'onClear' | 'onClose'
> & {
  onCannotSign: () => void;
  /** The signature is whole: the tablet goes back. */
  onKept: () => void;
};

/**
 * Where the clinic has no text to accept: the pad of the step, larger, so what is drawn stays after 'Cerrar' too.
 * It says what the signature is for, and claims nothing that nobody read.
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
