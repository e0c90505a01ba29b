import type { SetupStep } from '#domain/setup/steps.ts';
import { StorageNotice } from '#components/storage-notice.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { PROPOSED_CATALOGUES } from '../steps/catalogue.ts';
import { CatalogueStep } from '../steps/catalogue-step.tsx';
import { ClinicStep } from '../steps/clinic-step.tsx';
import { DoctorStep } from '../steps/doctor-step.tsx';
import { LogoStep } from '../steps/logo-step.tsx';
import { PeopleStep } from '../steps/people-step.tsx';
import { RegistrationStep } from '../steps/registration-step.tsx';
import type { StepProps } from '../steps/step.ts';
import { useStepDraft } from '../state/use-step-draft.ts';

function renderStep(step: SetupStep, props: StepProps) {
  switch (step) {
    case 'clinic':
      return <ClinicStep {...props} />;
    case 'logo':
      return <LogoStep {...props} />;
    case 'types':
    case 'exams':
      return <CatalogueStep {...props} catalogue={PROPOSED_CATALOGUES[step]} />;
    case 'doctor':
      return <DoctorStep {...props} />;
    case 'people':
      return <PeopleStep {...props} />;
    case 'registration':
      return <RegistrationStep {...props} />;
  }
}

export function OpenSetupStep({ step, ...props }: Omit<StepProps, 'draft'> & { step: SetupStep }) {
  const { draft, problem } = useStepDraft(props.account.userId, step);
  return (
    <>
      {problem && <StorageNotice kind={problem} />}
      {draft ? renderStep(step, { ...props, draft }) : <SkeletonCard lines={3} />}
    </>
  );
}
