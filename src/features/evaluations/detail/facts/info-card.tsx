import type { ReactNode, Ref } from 'react';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { fullName } from '#domain/patient/name.ts';
import { Card } from '#ui/display/card.tsx';
import { AdditionalFieldValues } from './additional-facts.tsx';
import { ChangedPatientNotice } from './changed-patient.tsx';
import { CorrectionsSection } from './corrections.tsx';
import { formatPatientSummary } from './person-facts.ts';
import './info-card.css';

const LabelledValue = ({ name, children, wide }: { name: string; children: ReactNode; wide?: boolean }) => (
  <div className={wide ? 'info-wide' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const nameWithCode = ({ name, code }: { name: string; code: string }): string => `${name} (${code})`;

/** Patient, evaluation type and companies (P2). `facts`: ref of the element that lists them. */
export function EvaluationInfoCard({
  evaluation,
  facts,
}: {
  evaluation: Evaluation;
  facts: Ref<HTMLDListElement>;
}) {
  const { patient, evaluation_type: type, employer_company: employer } = evaluation;
  const known = formatPatientSummary(evaluation);
  return (
    <Card>
      <ChangedPatientNotice evaluation={evaluation} />
      <dl className="info" ref={facts}>
        <LabelledValue name="Paciente">
          {fullName(patient)}
          {known !== '' && <span className="info-facts">{known}</span>}
        </LabelledValue>
        <LabelledValue name="Documento">
          {patient.identification_type} {patient.identification_number}
        </LabelledValue>
        <LabelledValue name="Tipo de evaluación">{nameWithCode(type)}</LabelledValue>
        <LabelledValue name="Empresa empleadora">{employer.name}</LabelledValue>
        <LabelledValue name="Empresa contratista">
          {evaluation.contractor_company?.name ?? 'No aplica'}
        </LabelledValue>
        <LabelledValue name="Médico tratante">{evaluation.doctor?.name ?? 'Sin firmar'}</LabelledValue>
        <LabelledValue name="Comentarios" wide>
          {evaluation.additional_info?.trim() || 'Sin comentarios'}
        </LabelledValue>
      </dl>
      <AdditionalFieldValues fields={evaluation.additional_fields} />
      <CorrectionsSection evaluation={evaluation} />
    </Card>
  );
}
