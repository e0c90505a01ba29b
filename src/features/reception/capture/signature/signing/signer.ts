import type { SigningProps } from '#components/signature/signing-props.ts';

export interface SigningDialogProps extends SigningProps {
  /** True for a patient who cannot sign: the dialog then starts with the form for the witness. */
  byWitness: boolean;
  onClose: () => void;
}
