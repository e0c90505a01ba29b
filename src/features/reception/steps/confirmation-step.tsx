import { Suspense } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { fullName } from '#domain/patient/name.ts';
import { documentTextOfForm, type RegistrationForm } from '#domain/registration.ts';
import { UPLOAD_LABELS, draftUploadState } from '#sync/messages/upload-text.ts';
import { PhotoCapture } from '../capture/photo/photo-capture.tsx';
import { useAuthorisation } from '../capture/signature/use-authorisation.ts';
import { SignatureCapture } from '../capture/signature/signature-capture.tsx';
import type { RegistrationFieldName } from '../form/registration-schema.ts';
import { UPLOAD_STATUS_KINDS } from '../capture/upload-kinds.ts';
import type { Captures } from '../draft/use-captures.ts';
import type { PictureIdentityPrompt } from '../draft/use-picture-identity.ts';
import type { AdditionalFieldsModule } from '../additional/part.tsx';
import { Summary } from './summary.tsx';
import './confirmation-step.css';

export const StepWarnings = lazyComponent(() =>
  import('./step-warnings.tsx').then((loaded) => loaded.StepWarnings),
);

const PictureIdentityQuestion = lazyComponent(() =>
  import('./picture-identity.tsx').then((loaded) => loaded.PictureIdentityQuestion),
);

interface CaptureHeadProps {
  title: string;
  captured: boolean;
  /** True in a correction, which keeps a picture that was already sent unless the user takes a new one. */
  isCorrection: boolean;
}

const CaptureHead = ({ title, captured, isCorrection }: CaptureHeadProps) => {
  const state = draftUploadState(captured);
  return (
    <div className="capture-head">
      <h3>{title}</h3>
      {isCorrection && !captured ? (
        <StatusTag kind="info">Se queda la enviada</StatusTag>
      ) : (
        <StatusTag kind={UPLOAD_STATUS_KINDS[state]}>{UPLOAD_LABELS[state]}</StatusTag>
      )}
    </div>
  );
};

interface ConfirmationStepProps {
  form: RegistrationForm;
  additional: AdditionalFieldsModule | null;
  userId: string;
  branchId: string;
  captures: Captures;
  /** Open prompt in which the user states whose pictures these are; null if closed. */
  question: PictureIdentityPrompt | null;
  isCorrection: boolean;
  onEdit: (step: 0 | 1, field?: RegistrationFieldName) => void;
}

const CaptureSections = ({
  form,
  userId,
  branchId,
  captures,
  isCorrection,
}: Omit<ConfirmationStepProps, 'question' | 'additional' | 'onEdit'>) => (
  <div className="captures">
    <section>
      <CaptureHead
        title="Fotografía"
        captured={captures.pictures.photo !== null}
        isCorrection={isCorrection}
      />
      <PhotoCapture picture={captures.pictures.photo} onPhoto={captures.takePhoto} />
    </section>
    <section>
      <CaptureHead
        title="Firma"
        captured={captures.pictures.signature !== null}
        isCorrection={isCorrection}
      />
      <SignatureCapture
        signer={{ name: fullName(form), document: documentTextOfForm(form) }}
        authorisation={useAuthorisation(userId, branchId)}
        picture={captures.pictures.signature}
        drawing={captures.drawing}
        error={captures.signatureError}
        onStroke={captures.drawSignature}
        onPicture={captures.setSignatureFile}
        onClear={captures.clearSignature}
      />
    </section>
  </div>
);

/** Step 'Confirmación': summary, photo and signature. While the prompt is open, it replaces the captures. */
export const ConfirmationStep = ({ question, additional, onEdit, ...places }: ConfirmationStepProps) => (
  <>
    <Summary form={places.form} additional={additional} onEdit={onEdit} />
    <Suspense>
      <StepWarnings form={places.form} onEdit={onEdit} />
    </Suspense>
    {question ? (
      <Suspense>
        <PictureIdentityQuestion question={question} captures={places.captures} />
      </Suspense>
    ) : (
      <CaptureSections {...places} />
    )}
  </>
);
