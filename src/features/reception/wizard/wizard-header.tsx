import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { fullName } from '#domain/patient/name.ts';
import { documentTextOfForm, type RegistrationForm } from '#domain/registration.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import type { DraftKey } from '../draft/draft-channel.ts';
import { DraftStatusLine } from '../draft/saved-line.tsx';
import type { WizardStart } from '../draft/start.ts';
import { focusStepStart } from '../form/focus.ts';
import { StepNotices } from '../steps/notices.tsx';
import { isWizardEmpty } from './restart.tsx';
import type { WizardState } from './use-wizard.ts';
import './wizard-header.css';

interface WizardHeaderProps {
  draftKey: DraftKey;
  wizard: WizardState;
  start: WizardStart;
  steps: ReactNode;
  waiting: ReactNode;
}

/**
 * Returns the form of the patient to show below the title: in step 2, which has no patient fields, and in step 1 of a
 * correction, where the user must see the first patient. Null in step 3, which has a summary.
 */
function formOfShownPatient({ draftKey, wizard, start }: WizardHeaderProps): RegistrationForm | null {
  if (wizard.step === 0) return draftKey.entryId === null ? null : start.content.form;
  return wizard.step === 1 ? wizard.form.values : null;
}

function PatientName({ form }: { form: RegistrationForm }) {
  const [name, document] = [fullName(form), documentTextOfForm(form)];
  return (
    <p className="wizard-person">
      <b>{name}</b>
      {name && document && ' · '}
      {document}
    </p>
  );
}

const formatRecoveredPatient = (form: RegistrationForm): string => {
  const who = fullName(form) || documentTextOfForm(form);
  return who && `Es de ${who}. `;
};

export function WizardHeader(props: WizardHeaderProps) {
  const { draftKey, wizard, start, steps, waiting } = props;
  const person = formOfShownPatient(props);
  const [restored, setRestored] = useState(start.restored);
  // The notice disappears with the first change, and stays hidden even if the user undoes the change.
  if (restored && wizard.draft.changed) setRestored(false);
  const isRecovered = restored && !isWizardEmpty(wizard);
  const continueDraft = () => {
    setRestored(false);
    focusStepStart(wizard.step);
  };
  return (
    <>
      <PageHeader
        title={draftKey.entryId === null ? 'Registrar paciente' : 'Corregir y enviar'}
        badge={
          <>
            {waiting}
            {/* The last step has no room for the notice, and its summary names the patient. */}
            {isRecovered && wizard.step === 2 && <StatusTag kind="info">Borrador recuperado</StatusTag>}
          </>
        }
        // The last step has no fields, so it shows no save line.
        sub={wizard.step < 2 ? <DraftStatusLine draft={wizard.draft} restored={start.restored} /> : undefined}
        actions={steps}
      />
      {person && <PatientName form={person} />}
      {isRecovered && wizard.step < 2 && (
        <StepNotices>
          <Notice
            kind="info"
            title="Borrador recuperado"
            action={<Button onClick={continueDraft}>Continuar</Button>}
          >
            {formatRecoveredPatient(start.content.form)}Sigue donde ibas, o descártalo si es otra persona.
          </Notice>
        </StepNotices>
      )}
    </>
  );
}
