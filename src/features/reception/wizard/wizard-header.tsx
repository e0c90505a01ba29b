import { Button } from '@mantine/core';
import { useState } from 'react';
import { fullName } from '#domain/patient/name.ts';
import { documentTextOfForm, type RegistrationForm } from '#domain/registration.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { StepIndicator } from '#ui/page/step-indicator.tsx';
import { DraftStatusLine } from '../draft/saved-line.tsx';
import { focusStepStart } from '../form/focus.ts';
import { StepNotices } from '../steps/notices.tsx';
import { ParkedDraftsButton, type Parking } from '../parked/parking.tsx';
import type { WizardState } from '../steps/use-wizard.ts';
import './wizard-header.css';

const ExpectedToday = lazyComponent(() => import('../announced/expected-today.tsx'), 'ExpectedToday');

export const STEP_TITLES = ['Datos del paciente', 'Evaluación y empresas', 'Confirmación'];

/**
 * Returns the form of the patient to show below the title: in step 2, which has no patient fields, and in step 1 of a
 * correction, where the user must see the first patient. Null in step 3, which has a summary.
 */
function formOfShownPatient({ entryId, step, form, start }: WizardState): RegistrationForm | null {
  if (step === 0) return entryId === null ? null : start.content.form;
  return step === 1 ? form.values : null;
}

function PatientIdentityLine({ form }: { form: RegistrationForm }) {
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

export function WizardHeader({ wizard, parking }: { wizard: WizardState; parking: Parking }) {
  const { entryId, start, step, draft } = wizard;
  const person = formOfShownPatient(wizard);
  const [restored, setRestored] = useState(start.restored);
  // The notice disappears with the first change, and stays hidden even if the user undoes the change.
  if (restored && draft.changed) setRestored(false);
  const isRecovered = restored && !wizard.isEmpty;
  const continueDraft = () => {
    setRestored(false);
    focusStepStart(step);
  };
  return (
    <>
      <PageHeader
        title={entryId === null ? 'Registrar paciente' : 'Corregir y enviar'}
        badge={
          <>
            {entryId === null && <ParkedDraftsButton wizard={wizard} parking={parking} />}
            {entryId === null && step === 0 && wizard.hasExpected && (
              <ExpectedToday target={wizard} onPark={() => parking.run(null)} />
            )}
            {/* The last step has no room for the notice, and its summary names the patient. */}
            {isRecovered && step === 2 && <StatusTag kind="info">Borrador recuperado</StatusTag>}
          </>
        }
        // The last step has no fields, so it shows no save line.
        sub={step < 2 ? <DraftStatusLine draft={draft} restored={start.restored} /> : undefined}
        actions={
          <StepIndicator
            className="wizard-steps"
            steps={STEP_TITLES}
            active={step}
            marked={wizard.marked.map((bad) => bad.step)}
          />
        }
      />
      {person && <PatientIdentityLine form={person} />}
      {isRecovered && step < 2 && (
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
