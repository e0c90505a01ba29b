import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { ReturnTabletPrompt } from '#components/signature/give-back.tsx';
import { AcceptedSignature } from './accepted-signature.tsx';
import { SigningForm } from './sign-here.tsx';
import type { SigningDialogProps } from './signer.ts';
import { WitnessForm } from './witness-form.tsx';
import './signing-dialog.css';

type SigningStage =
  | { readonly name: 'patient' | 'who_instead' | 'thanks' }
  | { readonly name: 'witness'; readonly witness: Witness };

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

interface StageContentProps extends SigningDialogProps {
  stage: SigningStage;
  onStage: (stage: SigningStage) => void;
}

function StageContent({ stage, onStage, onPicture, ...props }: StageContentProps) {
  const { signer, authorisation, error, onClose } = props;
  const thank = () => onStage({ name: 'thanks' });
  if (stage.name === 'thanks') return <ReturnTabletPrompt on="Recepción: continuar" onClose={onClose} />;
  if (stage.name === 'who_instead')
    return (
      <WitnessForm
        signer={signer}
        onWitness={(witness) => onStage({ name: 'witness', witness })}
        onBack={() => onStage({ name: 'patient' })}
      />
    );
  const witness = stage.name === 'witness' ? stage.witness : null;
  const onCannotSign = witness ? null : () => onStage({ name: 'who_instead' });
  return authorisation || witness ? (
    <AcceptedSignature
      {...{ signer, authorisation, witness, onClose, onCannotSign }}
      key={stage.name}
      onSigned={(picture) => {
        onPicture(picture);
        thank();
      }}
    />
  ) : (
    // Enlarges the pad of the step; 'Cerrar' keeps the drawing.
    <SigningForm
      {...props}
      witness={null}
      onCannotSign={onCannotSign}
      onKeep={() => {
        if (error === null) thank();
      }}
    />
  );
}

export function SigningDialog(given: SigningDialogProps) {
  // The patient signs the text that was shown first. A newer text applies to the next patient.
  const [authorisation] = useState(given.authorisation);
  const props = { ...given, authorisation };
  const [stage, setStage] = useState<SigningStage>({ name: given.byWitness ? 'who_instead' : 'patient' });
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
