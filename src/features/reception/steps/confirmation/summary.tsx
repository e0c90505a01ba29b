import { Button } from '@mantine/core';
import { type PatientField, PATIENT_NON_NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { fullName } from '#domain/patient/name.ts';
import { documentTextOfForm, type RegistrationForm } from '#domain/registration.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { ageOnDateText } from '#domain/time/calendar.ts';
import { FactList } from '#ui/display/facts.tsx';
import type { WizardState } from '../use-wizard.ts';
import { useVisitLabels } from '../../visits/visit-offers.ts';
import './summary.css';

interface SummarySectionProps {
  title: string;
  facts: readonly string[];
  editLabel: string;
  onEdit: () => void;
}

const SummarySection = ({ title, facts, editLabel, onEdit }: SummarySectionProps) => (
  <section>
    <div>
      <h3>{title}</h3>
      <FactList className="summary-facts" of={facts} />
    </div>
    <Button variant="subtle" size="compact-md" onClick={onEdit} aria-label={editLabel}>
      Editar
    </Button>
  </section>
);

function useVisitSummary(form: RegistrationForm) {
  const labels = useVisitLabels(form);
  const contractor = labels?.contractorCompany;
  return {
    title: labels?.evaluationType || 'Evaluación',
    facts: [labels?.employerCompany ?? '', ...(contractor ? [`Contratista: ${contractor}`] : [])],
  };
}

/** Returns the value of a field; a birth date with the age, such as '15/04/1988 (38 años)'. */
function formatSummaryValue(form: RegistrationForm, field: PatientField): string {
  const text = patientFieldText(field, form[field]);
  const age = field === 'birth_date' ? ageOnDateText(form[field], Date.now()) : null;
  return age ? `${text} (${age})` : text;
}

/** Shows patient and visit in one slim row, because the pad below needs the height. Each half leads back to its step. */
export function WizardSummary({ wizard }: { wizard: WizardState }) {
  const form = wizard.form.values;
  const visit = useVisitSummary(form);
  const patientValues = PATIENT_NON_NAME_FIELDS.map((field) => formatSummaryValue(form, field));
  const additionalFacts = (about: 'patient' | 'visit') => wizard.additional?.facts(form, about) ?? [];
  return (
    <div className="summary">
      <SummarySection
        title={fullName(form)}
        facts={[documentTextOfForm(form), ...patientValues, ...additionalFacts('patient')].filter(Boolean)}
        editLabel="Editar datos del paciente"
        onEdit={() => wizard.edit(0)}
      />
      <SummarySection
        title={visit.title}
        facts={[...visit.facts, ...additionalFacts('visit')]}
        editLabel="Editar evaluación y empresas"
        onEdit={() => wizard.edit(1)}
      />
    </div>
  );
}
