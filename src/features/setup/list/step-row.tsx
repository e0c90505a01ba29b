import { Checkbox } from '@mantine/core';
import { useId, type ComponentType, type ReactNode } from 'react';
import {
  SETUP_STEPS,
  isSkippable,
  type SetupPart,
  type SetupStep,
  type SetupStepState,
} from '#domain/setup/steps.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { PROPOSED_CATALOGUES } from '../steps/catalogue/catalogue.ts';
import { CatalogueStep } from '../steps/catalogue/catalogue-step.tsx';
import { ClinicStep } from '../steps/clinic-step.tsx';
import { DoctorStep } from '../steps/people/doctor-step.tsx';
import { LogoStep } from '../steps/logo-step.tsx';
import { PeopleStep } from '../steps/people/people-step.tsx';
import { RegistrationStep } from '../steps/registration-step.tsx';
import type { PartProps, StepProps } from '../steps/step.ts';
import { STEP_STATE_LABELS, STEP_TEXTS, stepSubtitle } from '../state/messages.ts';
import { useStepDraft } from '../state/use-step-draft.ts';
import './step-row.css';

const PART_FORMS: Readonly<Record<SetupPart, ComponentType<PartProps>>> = {
  clinic: ClinicStep,
  types: (props) => (
    <CatalogueStep
      {...props}
      part="types"
      catalogue={PROPOSED_CATALOGUES.types}
      isNew={props.facts.types === 0}
    />
  ),
  exams: (props) => (
    <CatalogueStep
      {...props}
      part="exams"
      catalogue={PROPOSED_CATALOGUES.exams}
      isNew={props.facts.exams === 0}
    />
  ),
  packages: (props) => (
    <CatalogueStep
      {...props}
      part="packages"
      catalogue={PROPOSED_CATALOGUES.packages}
      isNew={props.facts.exams === 0}
    />
  ),
  people: PeopleStep,
  doctor: DoctorStep,
};

/** Form of one part, with what the user typed earlier. */
function PartForm({ part, ...props }: StepProps & { part: SetupPart }) {
  const { draft, problem } = useStepDraft(props.account.userId, part);
  const Form = PART_FORMS[part];
  return (
    <>
      {problem && <StorageNotice kind={problem} />}
      {draft ? <Form {...props} draft={draft} /> : <SkeletonCard lines={3} />}
    </>
  );
}

export interface StepRowProps extends StepProps {
  step: SetupStep;
  state: SetupStepState;
  /** True while a part of the step is being created. */
  isRunning: boolean;
  onSkip: (isSkipped: boolean) => void;
  /** Called after a change that the step itself saves. */
  onSaved: () => void;
}

/** Content of a step; null for a step that exists already. Lists stay, so that further rows can be added. */
function renderContent({ step, state, ...props }: StepRowProps): ReactNode {
  if (state === 'skipped') return null;
  switch (step) {
    case 'types':
      return <PartForm {...props} part="types" />;
    case 'exams':
      return (
        <>
          <PartForm {...props} part="exams" />
          <PartForm {...props} part="packages" />
        </>
      );
    case 'clinic':
    case 'people':
    case 'doctor':
      return state === 'left' && <PartForm {...props} part={step} />;
    case 'logo':
      return <LogoStep {...props} />;
    case 'registration':
      return state === 'left' && props.facts.hasBranch && <RegistrationStep {...props} />;
  }
}

export function StepRow(props: StepRowProps) {
  const { step, state, facts, isRunning, onSkip } = props;
  const id = useId();
  const { title } = STEP_TEXTS[step];
  const label = isRunning ? 'Creando…' : STEP_STATE_LABELS[state];
  return (
    <CardSurface as="li" className="setup-step" data-state={state} aria-labelledby={id}>
      <div className="setup-step-head">
        <span className="setup-step-number" aria-hidden="true">
          {state === 'done' ? <Icon name="check" size={18} /> : SETUP_STEPS.indexOf(step) + 1}
        </span>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{stepSubtitle(step, state, facts)}</p>
        </div>
        {label !== '' && <span className="setup-step-state">{label}</span>}
        {isSkippable(step) && state !== 'done' && (
          <Checkbox
            classNames={{
              root: 'setup-step-box',
              body: 'setup-step-box-body',
              label: 'setup-step-box-label',
            }}
            label="Incluir"
            aria-label={`Incluir «${title}»`}
            checked={state === 'left'}
            onChange={() => onSkip(state === 'left')}
          />
        )}
      </div>
      <div className="setup-step-panel">{renderContent(props)}</div>
    </CardSurface>
  );
}
