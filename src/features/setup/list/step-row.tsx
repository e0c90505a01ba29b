import { useId, type ComponentType } from 'react';
import { SETUP_STEPS, type SetupStep, type SetupStepState } from '#domain/setup/steps.ts';
import { StorageNotice } from '#components/storage-notice.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { PROPOSED_CATALOGUES } from '../steps/catalogue.ts';
import { CatalogueStep } from '../steps/catalogue-step.tsx';
import { ClinicStep } from '../steps/clinic-step.tsx';
import { DoctorStep } from '../steps/doctor-step.tsx';
import { LogoStep } from '../steps/logo-step.tsx';
import { PeopleStep } from '../steps/people-step.tsx';
import { RegistrationStep } from '../steps/registration-step.tsx';
import type { StepProps } from '../steps/step.ts';
import { STEP_STATE_LABELS, STEP_TEXTS, stepSubtitle } from '../state/messages.ts';
import { useStepDraft } from '../state/use-step-draft.ts';
import './step-row.css';

const STEP_FORMS: Readonly<Record<SetupStep, ComponentType<StepProps>>> = {
  clinic: ClinicStep,
  logo: LogoStep,
  types: (props) => <CatalogueStep {...props} catalogue={PROPOSED_CATALOGUES.types} />,
  exams: (props) => <CatalogueStep {...props} catalogue={PROPOSED_CATALOGUES.exams} />,
  doctor: DoctorStep,
  people: PeopleStep,
  registration: RegistrationStep,
};

interface OpenStepProps extends Omit<StepProps, 'draft'> {
  step: SetupStep;
}

function OpenSetupStep({ step, ...props }: OpenStepProps) {
  const { draft, problem } = useStepDraft(props.account.userId, step);
  const Form = STEP_FORMS[step];
  return (
    <>
      {problem && <StorageNotice kind={problem} />}
      {draft ? <Form {...props} draft={draft} /> : <SkeletonCard lines={3} />}
    </>
  );
}

interface StepRowProps extends OpenStepProps {
  state: SetupStepState;
  isOpen: boolean;
  onToggle: () => void;
}

export function StepRow({ state, isOpen, onToggle, ...props }: StepRowProps) {
  const { step, facts } = props;
  const id = useId();
  const { title } = STEP_TEXTS[step];
  const sub = stepSubtitle(step, state, facts);
  const stateLabel = STEP_STATE_LABELS[state];
  return (
    <li className="setup-step" data-state={state} data-open={isOpen || undefined}>
      <h2>
        <button
          type="button"
          className="setup-step-head"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <span className="setup-step-number" aria-hidden="true">
            {state === 'done' ? <Icon name="check" size={18} /> : SETUP_STEPS.indexOf(step) + 1}
          </span>
          <span className="setup-step-words">
            <strong>{title}</strong> {sub !== '' && <small>{sub}</small>}
          </span>
          {stateLabel !== '' && <span className="setup-step-state"> {stateLabel}</span>}
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      </h2>
      {isOpen && (
        <section id={id} className="setup-step-panel" aria-label={title}>
          <OpenSetupStep {...props} />
        </section>
      )}
    </li>
  );
}
