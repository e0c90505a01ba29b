import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import { documentOfForm, nameOfForm, type RegistrationForm } from '#domain/registration.ts';
import { ageOnDateText, formatCalendarDay } from '#domain/time/calendar.ts';
import { Facts } from '#ui/display/facts.tsx';
import { readVisitLabels } from './labels.ts';
import './summary.css';

interface SummaryProps {
  form: RegistrationForm;
  onEdit: (step: 0 | 1) => void;
}

interface PartProps {
  title: string;
  facts: readonly string[];
  editLabel: string;
  onEdit: () => void;
}

const Part = ({ title, facts, editLabel, onEdit }: PartProps) => (
  <section>
    <div>
      <h3>{title}</h3>
      <Facts className="summary-facts" of={facts} />
    </div>
    <Button variant="subtle" size="compact-md" onClick={onEdit} aria-label={editLabel}>
      Editar
    </Button>
  </section>
);

function useVisit({ evaluationTypeId, employerCompanyId, contractorCompanyId }: RegistrationForm) {
  const labels = useLiveQuery(
    () => readVisitLabels({ evaluationTypeId, employerCompanyId, contractorCompanyId }),
    [evaluationTypeId, employerCompanyId, contractorCompanyId],
  );
  const contractor = labels?.contractorCompany;
  return {
    title: labels?.evaluationType || 'Evaluación',
    facts: [labels?.employerCompany ?? '', ...(contractor ? [`Contratista: ${contractor}`] : [])],
  };
}

/** Returns '15/04/1988 (38 años)'. */
function birthIn({ birthDate }: RegistrationForm): string {
  const age = ageOnDateText(birthDate, Date.now());
  return `${formatCalendarDay(birthDate) ?? birthDate}${age ? ` (${age})` : ''}`;
}

const factsIn = (form: RegistrationForm): readonly string[] =>
  [
    documentOfForm(form),
    birthIn(form),
    form.gender && GENDER_LABELS[form.gender],
    form.occupationName.trim(),
  ].filter(Boolean);

/**
 * Shows patient and visit before the confirmation in one slim row, because the pad below needs the room. Each half leads back
 * to its step.
 */
export function Summary({ form, onEdit }: SummaryProps) {
  return (
    <div className="summary">
      <Part
        title={nameOfForm(form)}
        facts={factsIn(form)}
        editLabel="Editar datos del paciente"
        onEdit={() => onEdit(0)}
      />
      <Part {...useVisit(form)} editLabel="Editar evaluación y empresas" onEdit={() => onEdit(1)} />
    </div>
  );
}
