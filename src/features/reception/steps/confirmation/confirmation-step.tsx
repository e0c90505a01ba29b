import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { fullName } from '#domain/patient/name.ts';
import { documentTextOfForm } from '#domain/registration.ts';
import { UPLOAD_LABELS, draftUploadState } from '#sync/messages/upload-text.ts';
import { PhotoCapture } from '../../capture/photo/photo-capture.tsx';
import { useAuthorisation } from '../../capture/signature/use-authorisation.ts';
import { SignatureCapture } from '../../capture/signature/signature-capture.tsx';
import { UPLOAD_STATUS_KINDS } from '../../capture/upload-kinds.ts';
import type { WizardState } from '../use-wizard.ts';
import { StepWarnings } from './step-warnings.tsx';
import { WizardSummary } from './summary.tsx';
import './confirmation-step.css';

const PictureIdentityQuestion = lazyComponent(() => import('../rarely-shown.tsx'), 'PictureIdentityQuestion');

interface CaptureHeadProps {
  title: string;
  isCaptured: boolean;
  /** True in a correction, which changes a picture only if the user takes a new one. */
  isCorrection: boolean;
}

const CaptureHead = ({ title, isCaptured, isCorrection }: CaptureHeadProps) => {
  const state = draftUploadState(isCaptured);
  return (
    <div className="capture-head">
      <h3>{title}</h3>
      {isCorrection && !isCaptured ? (
        <StatusTag kind="info">No se cambia</StatusTag>
      ) : (
        <StatusTag kind={UPLOAD_STATUS_KINDS[state]}>{UPLOAD_LABELS[state]}</StatusTag>
      )}
    </div>
  );
};

function CaptureSections({ wizard }: { wizard: WizardState }) {
  const { captures, ownerId, branchId } = wizard;
  const { photo, signature } = captures.pictures;
  const form = wizard.form.values;
  const isCorrection = wizard.correcting !== null;
  return (
    <div className="captures">
      <section>
        <CaptureHead title="Fotografía" isCaptured={photo !== null} isCorrection={isCorrection} />
        <PhotoCapture picture={photo} onPhoto={captures.takePhoto} />
      </section>
      <section>
        <CaptureHead title="Firma" isCaptured={signature !== null} isCorrection={isCorrection} />
        <SignatureCapture
          signer={{ name: fullName(form), document: documentTextOfForm(form) }}
          authorisation={useAuthorisation(ownerId, branchId)}
          picture={signature}
          ownerId={ownerId}
          settle={captures.settle}
          {...captures.signaturePad}
        />
      </section>
    </div>
  );
}

/**
 * Step 'Confirmación': summary, photo and signature. While the prompt that asks whose pictures these are is open, it replaces
 * the captures.
 */
export const ConfirmationStep = ({ wizard }: { wizard: WizardState }) => (
  <>
    <WizardSummary wizard={wizard} />
    <StepWarnings wizard={wizard} />
    {wizard.question ? (
      <PictureIdentityQuestion question={wizard.question} captures={wizard.captures} />
    ) : (
      <CaptureSections wizard={wizard} />
    )}
  </>
);
