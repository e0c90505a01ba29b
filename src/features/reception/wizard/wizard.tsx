import { useDidUpdate } from '@mantine/hooks';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { useScreenWakeLock } from '#ui/hooks/use-awake.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { useAppliedCardValues } from '../card/filling/card-values.ts';
import { LazyCardReader } from '../card/place/card-place.tsx';
import { EvaluationStep } from '../steps/evaluation-step.tsx';
import { StepNotices } from '../steps/notices.tsx';
import { PatientStep } from '../steps/patient-step.tsx';
import { useUsualChoices } from '../visits/use-usual.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { useParking, type Parking } from '../parked/parking.tsx';
import { useWizard, type WizardProps, type WizardState } from '../steps/use-wizard.ts';
import { STEP_TITLES, WizardHeader } from './wizard-header.tsx';
import './wizard.css';

const OtherWindowNotice = lazyComponent(() => import('./rarely-shown.tsx'), 'OtherWindowNotice');
const RejectionNotice = lazyComponent(() => import('./rarely-shown.tsx'), 'RejectionNotice');
const ChangedDocumentNotice = lazyComponent(
  () => import('../correction/moved-notice.tsx'),
  'ChangedDocumentNotice',
);

export const LazyConfirmationStep = lazyComponent(
  () => import('../steps/confirmation/confirmation-step.tsx'),
  'ConfirmationStep',
);

/** Card-reader bar and fields of the step. Loads the usual choices in advance of step 2. */
function WizardFields({ wizard, parking }: { wizard: WizardState; parking: Parking }) {
  const { form, step, ownerId, branchId } = wizard;
  const usual = useUsualChoices(ownerId, branchId, step);
  const [given, onGiven] = useAppliedCardValues(form);
  return (
    <>
      <LazyCardReader wizard={wizard} parking={parking} given={given} onGiven={onGiven} />
      {step === 0 && <PatientStep wizard={wizard} given={given.values} usual={usual} onBring={parking.run} />}
      {step === 1 && <EvaluationStep wizard={wizard} usual={usual} />}
      {step === 2 && <LazyConfirmationStep wizard={wizard} />}
    </>
  );
}

function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDidUpdate(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

/** Memoised, so that a change of the banner does not render the wizard. */
export const Wizard = memo(function Wizard(props: WizardProps) {
  const { start, onStep, onRestart } = props;
  const wizard = useWizard(props);
  const { step, correcting } = wizard;
  const parking = useParking(wizard);
  const heading = useStepFocus(step);
  useLayoutEffect(() => onStep(step), [onStep, step]);
  // Fetches the last step after the form is shown, because a step that appears late would move the buttons under the user's
  // finger.
  useEffect(() => void LazyConfirmationStep.preload(), []);
  useScreenWakeLock(step === 2); // Keeps the screen on in the last step, where the patient holds the tablet without touching it.
  const storageTrouble = wizard.draft.problem ?? wizard.captures.problem;

  return (
    <ConfirmForm
      wizard={wizard}
      parking={parking}
      head={
        <>
          <WizardHeader wizard={wizard} parking={parking} />
          <StepNotices>
            {start.refusal && <RejectionNotice refusal={start.refusal} wizard={wizard} />}
            {correcting && <ChangedDocumentNotice wizard={wizard} basis={correcting} />}
            {wizard.draft.elsewhere && <OtherWindowNotice onReload={onRestart} />}
            {storageTrouble !== null && <StorageNotice kind={storageTrouble} />}
          </StepNotices>
        </>
      }
      title={
        <h2 className="step-place" data-focus-place tabIndex={-1} ref={heading}>
          Paso {step + 1} de 3: {STEP_TITLES[step]}
        </h2>
      }
      fields={<WizardFields wizard={wizard} parking={parking} />}
    />
  );
});
