import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { ReturnTabletPrompt } from '#components/signature/give-back.tsx';
import { SignatureWithStatement } from './accepted-signature.tsx';
import { SignatureWithoutStatement } from './plain-signature.tsx';
import type { SigningDialogProps } from './signer.ts';
import { WitnessForm } from './witness-form.tsx';
import './signing-dialog.css';

type SigningStage =
  | { readonly name: 'patient' }
  | { readonly name: 'who_instead' }
  | { readonly name: 'witness'; readonly witness: Witness }
  | { readonly name: 'thanks' };

const PATIENT_STAGE: SigningStage = { name: 'patient' };
const WITNESS_FORM_STAGE: SigningStage = { name: 'who_instead' };

const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

function stageTitleOf({ signer, authorisation }: SigningDialogProps, stage: SigningStage): string {
  switch (stage.name) {
    case 'patient':
      return `${firstNameOf(signer.name)}, ${authorisation ? 'lea y firme' : 'firme en el recuadro'}`;
    case 'who_instead':
      return 'No puede firmar: firma un testigo';
    case 'witness':
      return `${formatNamePart(stage.witness.name)}, lea y firme`;
    case 'thanks':
      return 'Listo';
  }
}

function StageContent(
  props: SigningDialogProps & { stage: SigningStage; onStage: (stage: SigningStage) => void },
) {
  const { signer, authorisation, stage, onStage, onClose } = props;
  const onSigned: SigningDialogProps['onSigned'] = (picture) => {
    props.onSigned(picture);
    onStage({ name: 'thanks' });
  };
  const askWhoInstead = () => onStage({ name: 'who_instead' });
  switch (stage.name) {
    case 'patient':
      return authorisation ? (
        <SignatureWithStatement {...props} witness={null} onSigned={onSigned} onCannotSign={askWhoInstead} />
      ) : (
        <SignatureWithoutStatement
          {...props}
          onCannotSign={askWhoInstead}
          onKept={() => onStage({ name: 'thanks' })}
        />
      );
    case 'who_instead':
      return (
        <WitnessForm
          signer={signer}
          onWitness={(witness) => onStage({ name: 'witness', witness })}
          onBack={() => onStage({ name: 'patient' })}
        />
      );
    case 'witness':
      return (
        <SignatureWithStatement
          {...props}
          key="witness"
          witness={stage.witness}
          onSigned={onSigned}
          onCannotSign={null}
        />
      );
    case 'thanks':
      return <ReturnTabletPrompt on="Recepción: continuar" onClose={onClose} />;
  }
}

function StagedDialog({ first, ...given }: SigningDialogProps & { first: SigningStage }) {
  // The patient signs the text that was shown first. A newer text applies to the next patient.
  const [authorisation] = useState(given.authorisation);
  const props = { ...given, authorisation };
  const [stage, setStage] = useState(first);
  const isLow = stage.name === 'patient' && !authorisation;
  return (
    <Modal
      opened
      onClose={props.onClose}
      fullScreen
      classNames={{
        header: isLow ? 'signing-header-low' : '',
        title: isLow ? 'signing-title signing-title-low' : 'signing-title',
      }}
      withCloseButton={false}
      title={stageTitleOf(props, stage)}
      transitionProps={{ duration: 0 }}
    >
      <StageContent {...props} stage={stage} onStage={setStage} />
    </Modal>
  );
}

export const SigningDialog = (props: SigningDialogProps) => <StagedDialog {...props} first={PATIENT_STAGE} />;

/** Signing dialog for a patient who cannot sign; it starts with the form for the witness. */
export const WitnessDialog = (props: SigningDialogProps) => (
  <StagedDialog {...props} first={WITNESS_FORM_STAGE} />
);
