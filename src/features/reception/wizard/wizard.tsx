import { memo, Suspense, useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import type { Account } from '#sync/session/session.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { useScreenWakeLock } from '#ui/hooks/use-awake.ts';
import { StepIndicator } from '#ui/page/step-indicator.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import { useAppliedCardValues } from '../card/filling/card-values.ts';
import { LazyCardReader } from '../card/place/card-place.tsx';
import { ConfirmationStep, StepWarnings } from '../steps/confirmation-step.tsx';
import { EvaluationStep } from '../steps/evaluation-step.tsx';
import type { WizardStep } from '../form/registration-schema.ts';
import { PatientStep } from '../steps/patient-step.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { ParkButton, useParking, ParkedDraftsButton } from './parking.tsx';
import { RestartWizard } from './restart.tsx';
import type { WizardStart } from '../draft/start.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import { useUsualChoices, type UsualChoiceLists } from '../visits/use-usual.ts';
import { useWizard, type WizardState } from './use-wizard.ts';
import { WizardHeader } from './wizard-header.tsx';
import { StepNotices } from '../steps/notices.tsx';
import './wizard.css';

const OtherWindowNotice = lazyComponent(() =>
  import('./other-window-notice.tsx').then((loaded) => loaded.OtherWindowNotice),
);
const ChangedDocumentNotice = lazyComponent(() =>
  import('../correction/moved-notice.tsx').then((loaded) => loaded.ChangedDocumentNotice),
);
const RejectionNotice = lazyComponent(() =>
  import('./rejection-notice.tsx').then((loaded) => loaded.RejectionNotice),
);

const STEPS = ['Datos del paciente', 'Evaluación y empresas', 'Confirmación'];

interface WizardProps {
  account: Account;
  branchId: string;
  entryId: string | null;
  start: WizardStart;
  opensWaiting: boolean;
  /** Called with the new step, before the browser paints it. */
  onStep: (step: WizardStep) => void;
  onConfirmed: (entryId: string, isStillHere: boolean) => void;
  onRestart: () => void;
  onLeave: () => void;
  /** Called after parking. `next` is the card that fills the next form; null for an empty form. */
  onParked: (next: CardText | null) => void;
  onBroughtBack: () => void;
}

interface StepFieldsProps extends Pick<ComponentProps<typeof PatientStep>, 'draftKey' | 'given' | 'onBring'> {
  wizard: WizardState;
  account: Account;
  branchId: string;
  usual: UsualChoiceLists | undefined;
}

function StepFields({ wizard, draftKey, account, branchId, given, usual, onBring }: StepFieldsProps) {
  switch (wizard.step) {
    case 0:
      return (
        <PatientStep
          form={wizard.form}
          draftKey={draftKey}
          identity={wizard.identity}
          given={given}
          previous={usual?.previous ?? null}
          onBring={onBring}
          onForward={() => void wizard.next()}
          onVisit={(chosen) => void wizard.takeVisit(chosen)}
          additional={wizard.additional?.inputs(wizard.form, 0)}
        />
      );
    case 1:
      return (
        <EvaluationStep
          form={wizard.form}
          account={account}
          branchId={branchId}
          canWait={draftKey.entryId === null}
          typed={wizard.typedCompanies}
          onTyped={wizard.noteTypedCompany}
          usual={usual}
          onVisit={(chosen) => void wizard.takeVisit(chosen)}
          additional={wizard.additional?.inputs(wizard.form, 1)}
        />
      );
    case 2:
      return (
        <ConfirmationStep
          form={wizard.form.values}
          additional={wizard.additional}
          userId={account.userId}
          branchId={branchId}
          captures={wizard.captures}
          question={wizard.question}
          isCorrection={wizard.correcting !== null}
          onEdit={wizard.edit}
        />
      );
  }
}

interface WizardFieldsProps extends Omit<StepFieldsProps, 'given' | 'usual' | 'onBring'> {
  parking: ReturnType<typeof useParking>;
  /** Card that fills the form when it opens; null if none. */
  card: CardText | null;
}

/** Card-reader bar and fields of the step. Loads the usual choices in advance of step 2. */
function WizardFields({ parking, card, ...props }: WizardFieldsProps) {
  const { wizard, draftKey, account, branchId } = props;
  const usual = useUsualChoices(account.userId, branchId);
  const [given, onGiven] = useAppliedCardValues(wizard.form);
  return (
    <>
      <LazyCardReader
        form={wizard.form}
        identity={wizard.identity}
        isFirstStep={wizard.step === 0}
        isFrozen={wizard.draft.elsewhere || wizard.isParking}
        inProgress={{
          captured: wizard.captures.taken,
          // A correction cannot be parked, because it belongs to an entry.
          park: draftKey.entryId === null ? (next) => parking.run(null, next) : null,
          clearCaptured: wizard.captures.clear,
          toFirstStep: () => wizard.step > 0 && wizard.go(0),
        }}
        first={card}
        given={given}
        onGiven={onGiven}
      />
      <StepFields {...props} given={given.values} usual={usual} onBring={parking.run} />
    </>
  );
}

function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

/** Memoised, so that a change of the banner does not render the wizard. */
export const Wizard = memo(function Wizard(props: WizardProps) {
  const { account, entryId, start, onStep } = props;
  const draftKey: DraftKey = { ownerId: account.userId, entryId };
  const wizard = useWizard(draftKey, start);
  const parking = useParking({ ...props, ownerId: account.userId, wizard });
  const heading = useStepFocus(wizard.step);
  useLayoutEffect(() => onStep(wizard.step), [onStep, wizard.step]);
  // Loads the code of the warnings before the last step, because a warning that appears late would move the buttons under the
  // user's finger.
  useEffect(() => {
    if (wizard.step > 0) StepWarnings.preload();
  }, [wizard.step]);
  useScreenWakeLock(wizard.step === 2); // Keeps the screen on in the last step, where the patient holds the tablet without touching it.
  const { elsewhere } = wizard.draft;
  const storageTrouble = wizard.draft.problem ?? wizard.captures.problem;

  return (
    <ConfirmForm
      {...props}
      draftKey={draftKey}
      wizard={wizard}
      head={
        <>
          <WizardHeader
            {...props}
            draftKey={draftKey}
            wizard={wizard}
            waiting={entryId === null && <ParkedDraftsButton ownerId={account.userId} parking={parking} />}
            steps={
              <StepIndicator
                className="wizard-steps"
                steps={STEPS}
                active={wizard.step}
                marked={wizard.marked.map(({ step }) => step)}
              />
            }
          />
          <StepNotices>
            {start.refusal && (
              <Suspense>
                <RejectionNotice refusal={start.refusal} wizard={wizard} />
              </Suspense>
            )}
            {wizard.correcting && (
              <Suspense>
                <ChangedDocumentNotice wizard={wizard} basis={wizard.correcting} />
              </Suspense>
            )}
            {elsewhere && (
              <Suspense>
                <OtherWindowNotice onReload={props.onRestart} />
              </Suspense>
            )}
            {storageTrouble !== null && <StorageNotice kind={storageTrouble} />}
          </StepNotices>
        </>
      }
      title={
        <h2 className="step-place" data-focus-place tabIndex={-1} ref={heading}>
          Paso {wizard.step + 1} de 3: {STEPS[wizard.step]}
        </h2>
      }
      fields={
        <WizardFields
          wizard={wizard}
          draftKey={draftKey}
          account={account}
          branchId={props.branchId}
          parking={parking}
          card={start.card}
        />
      }
      restart={<RestartWizard {...props} draftKey={draftKey} wizard={wizard} />}
      // A correction cannot be parked, because it belongs to an entry.
      parking={entryId === null && <ParkButton parking={parking} />}
    />
  );
});
