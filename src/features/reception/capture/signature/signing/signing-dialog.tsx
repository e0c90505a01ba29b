import { Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Authorisation } from '#contract/records/branding.ts';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import { ensureDeviceId } from '#sync/changes/on-device.ts';
import { lockAfterPatientTurn, takeTabletBack } from '#sync/changes/patient-turn.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useIsCovered } from '#ui/page/screen-cover.ts';
import type { CaptureResult } from '../../files/read-file.ts';
import { SIGNATURE_FAILED_TEXT, exportSignature } from '../export-signature.ts';
import { SigningForm, type SigningFormProps } from '#components/signature/signing-form.tsx';
import type { SigningProps } from '#components/signature/signing-props.ts';
import { RETURNED_LABEL, ReturnTabletPrompt } from '#components/signature/give-back.tsx';
import { WitnessForm } from './witness-form.tsx';
import './signing-dialog.css';

/**
 * Creates the signature with its signing statement. The digest in the statement is that of the text on the screen, even if the
 * server has changed the text without a new version.
 * @throws StorageProblem
 */
async function createSignature(
  canvas: HTMLCanvasElement,
  authorisation: Authorisation | null,
  witness: Witness | null,
): Promise<CaptureResult> {
  const signedAt = Date.now();
  const exported = await exportSignature(canvas);
  if ('said' in exported) return exported;
  const text = authorisation && {
    version: authorisation.version,
    sha256: await sha256Hex(new TextEncoder().encode(authorisation.text)),
  };
  const statement = { signedAt, deviceId: await ensureDeviceId(), text, witness };
  return { ...exported, statement };
}

interface SignatureAcceptanceFormProps extends Pick<
  SigningFormProps,
  'signer' | 'authorisation' | 'witness' | 'onClose' | 'onCannotSign'
> {
  onSigned: (picture: CapturedPicture) => void;
}

/** Signing screen that stores the signature when the signer taps 'Aceptar y firmar', and only once if the signer taps twice. */
function SignatureAcceptanceForm({ onSigned, ...props }: SignatureAcceptanceFormProps) {
  const [drawn, setDrawn] = useState<{ drawing: Drawing; canvas: HTMLCanvasElement } | null>(null);
  const { busy, trouble, run, forget } = useChangeRunner<string>();
  const accept = async (canvas: HTMLCanvasElement): Promise<string | null> => {
    try {
      const signed = await createSignature(canvas, props.authorisation, props.witness);
      if ('said' in signed) return signed.said;
      onSigned(signed);
      return null;
    } catch (thrown) {
      if (!(thrown instanceof StorageProblem)) throw thrown;
      return SIGNATURE_FAILED_TEXT;
    }
  };
  return (
    <SigningForm
      {...props}
      drawing={drawn?.drawing ?? null}
      error={trouble}
      isBusy={busy}
      onKeep={() => drawn && void run(() => accept(drawn.canvas))}
      onStroke={(drawing, canvas) => {
        forget();
        setDrawn({ drawing, canvas });
      }}
      onClear={() => setDrawn(null)}
    />
  );
}

export interface SigningDialogProps extends SigningProps {
  /** True for a patient who cannot sign: the dialog then starts with the form for the witness. */
  byWitness: boolean;
  ownerId: string;
  /** Resolves once the signature is stored. Called when the screen is locked, so it may remove the dialog. */
  settle: () => Promise<void>;
  onClose: () => void;
  /** Called when reception has the tablet back. */
  onReturned: () => void;
}

/**
 * Time in ms after which the prompt gets a button if the stored lock has not covered this window, for example because another
 * window has already unlocked the screen.
 */
const COVER_DELAY_MS = 2_000;

type TurnLock = 'pending' | 'stored' | 'late' | 'failed';

/** Locks the screen, then calls `settle`, so that a signature that cannot be stored does not leave the screen unlocked. */
function useTurnLock({ ownerId, settle }: Pick<SigningDialogProps, 'ownerId' | 'settle'>): TurnLock {
  const [lock, setLock] = useState<TurnLock>('pending');
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const lockAndSettle = async () => {
      try {
        await lockAfterPatientTurn(ownerId, location.pathname + location.search, Date.now());
      } catch (error) {
        reportError(error);
        return setLock('failed');
      }
      setLock('stored');
      await settle();
    };
    lockAndSettle().catch(reportError);
  }, [ownerId, settle]);
  useEffect(() => {
    if (lock !== 'stored') return;
    const timer = setTimeout(() => setLock('late'), COVER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lock]);
  return lock;
}

/**
 * Ends the patient's turn: locks the screen, and closes the dialog when reception unlocks it. If the device cannot store the
 * lock, or if the lock does not cover this window, the prompt has a button.
 */
function TurnEnd({
  ownerId,
  settle,
  onReturned,
}: Pick<SigningDialogProps, 'ownerId' | 'settle' | 'onReturned'>) {
  const lock = useTurnLock({ ownerId, settle });
  const isCovered = useIsCovered();
  const wasCovered = useRef(false);
  useEffect(() => {
    if (wasCovered.current && !isCovered) onReturned();
    wasCovered.current = isCovered;
  }, [isCovered, onReturned]);
  const takeBack = async () => {
    if (await takeTabletBack(ownerId, Date.now())) onReturned();
    else location.reload(); // The new page reads the lock, which this window has missed.
  };
  const close = lock === 'failed' ? onReturned : () => void takeBack().catch(reportError);
  const isClosable = lock === 'failed' || lock === 'late';
  return <ReturnTabletPrompt to="reception" on={RETURNED_LABEL} onClose={isClosable ? close : null} />;
}

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
  const { signer, authorisation, error, ownerId, settle, onClose, onReturned } = props;
  const thank = () => onStage({ name: 'thanks' });
  if (stage.name === 'thanks') return <TurnEnd {...{ ownerId, settle, onReturned }} />;
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
    <SignatureAcceptanceForm
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
      closeOnEscape={stage.name !== 'thanks'} // The patient still has the tablet.
      title={stageTitleOf(props, stage)}
      transitionProps={{ duration: 0 }}
    >
      <StageContent {...props} stage={stage} onStage={setStage} />
    </Modal>
  );
}
