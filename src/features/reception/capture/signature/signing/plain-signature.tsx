import { SigningForm } from './sign-here.tsx';
import type { SigningDialogProps } from './signer.ts';
import './plain-signature.css';

type PlainSignatureProps = Pick<
  SigningDialogProps,
  'signer' | 'drawing' | 'error' | 'onStroke' | 'onClear' | 'onClose'
> & {
  onCannotSign: () => void;
  /** Called when the user stores the signature; the dialog then asks the patient to return the tablet. */
  onKept: () => void;
};

/**
 * Signing screen of a clinic without a text to accept. It enlarges the pad of the step; 'Cerrar' keeps the drawing. The screen
 * states only the purpose of the signature, because the patient has read no text.
 */
export function SignatureWithoutStatement({ signer, onKept, ...pad }: PlainSignatureProps) {
  return (
    <SigningForm
      {...pad}
      className="signature-full"
      person={`${signer.name} · ${signer.document}`}
      what={<p className="signature-for">Va a firmar su registro de hoy.</p>}
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
