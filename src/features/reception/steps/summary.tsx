import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import { fullName } from '#domain/patient/name.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { readLabels } from '../wizard/labels.ts';

interface SummaryProps {
  form: RegistrationForm;
  onEdit: (step: 0 | 1) => void;
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const nameOf = (form: RegistrationForm): string =>
  fullName({
    first_name: form.firstName,
    middle_name: form.middleName,
    last_name: form.lastName,
    second_last_name: form.secondLastName,
  });

function PersonFacts({ form }: { form: RegistrationForm }) {
  return (
    <dl className="summary-facts">
      <Fact name="Documento">
        {form.identificationType} {form.identificationNumber.trim()}
      </Fact>
      {form.birthDate !== '' && <Fact name="Fecha de nacimiento">{form.birthDate}</Fact>}
      {form.gender !== '' && <Fact name="Género">{GENDER_LABELS[form.gender]}</Fact>}
      {form.occupationName.trim() !== '' && <Fact name="Cargo">{form.occupationName.trim()}</Fact>}
    </dl>
  );
}

function VisitFacts({ form }: { form: RegistrationForm }) {
  const { evaluationTypeId, employerCompanyId, contractorCompanyId } = form;
  const labels = useLiveQuery(
    () => readLabels({ evaluationTypeId, employerCompanyId, contractorCompanyId }),
    [evaluationTypeId, employerCompanyId, contractorCompanyId],
  );
  const info = form.additionalInfo.trim();
  return (
    <dl className="summary-facts">
      <Fact name="Empresa empleadora">{labels?.employerCompany}</Fact>
      <Fact name="Empresa contratista">{labels?.contractorCompany ?? 'No aplica'}</Fact>
      {info !== '' && <Fact name="Información adicional">{info}</Fact>}
    </dl>
  );
}

function VisitTitle({ form }: { form: RegistrationForm }) {
  const { evaluationTypeId } = form;
  const labels = useLiveQuery(
    () => readLabels({ evaluationTypeId, employerCompanyId: '', contractorCompanyId: '' }),
    [evaluationTypeId],
  );
  return <h3>{labels?.evaluationType || 'Evaluación'}</h3>;
}

/** What is about to be confirmed, read once more before the patient leaves; each half leads back to its step. */
export const Summary = ({ form, onEdit }: SummaryProps) => (
  <div className="summary">
    <section>
      <div className="summary-head">
        <h3>{nameOf(form)}</h3>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => onEdit(0)}
          aria-label="Editar datos del paciente"
        >
          Editar
        </Button>
      </div>
      <PersonFacts form={form} />
    </section>
    <section>
      <div className="summary-head">
        <VisitTitle form={form} />
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => onEdit(1)}
          aria-label="Editar evaluación y empresas"
        >
          Editar
        </Button>
      </div>
      <VisitFacts form={form} />
    </section>
  </div>
);
