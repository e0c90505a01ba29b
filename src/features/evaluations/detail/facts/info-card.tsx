import type { ReactNode, Ref } from 'react';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { fullName } from '#domain/patient/name.ts';
import { Card } from '#ui/display/card.tsx';
import { AdditionalFacts } from './additional-facts.tsx';
import { ChangedPatient } from './changed-patient.tsx';
import { Corrections } from './corrections.tsx';
import { patientFacts } from './person-facts.ts';
import './info-card.css';

const Block = ({ name, children, wide }: { name: string; children: ReactNode; wide?: boolean }) => (
  <div className={wide ? 'info-wide' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const nameWithCode = ({ name, code }: { name: string; code: string }): string => `${name} (${code})`;

/** Patient, evaluation type and companies (P2). `facts`: ref of the element that lists them. */
export function InfoCard({ evaluation, facts }: { evaluation: Evaluation; facts: Ref<HTMLDListElement> }) {
  const { patient, evaluation_type: type, employer_company: employer } = evaluation;
  const known = patientFacts(evaluation);
  return (
    <Card>
      <ChangedPatient evaluation={evaluation} />
      <dl className="info" ref={facts}>
        <Block name="Paciente">
          {fullName(patient)}
          {known !== '' && <span className="info-facts">{known}</span>}
        </Block>
        <Block name="Documento">
          {patient.identification_type} {patient.identification_number}
        </Block>
        <Block name="Tipo de evaluación">{nameWithCode(type)}</Block>
        <Block name="Empresa empleadora">{employer.name}</Block>
        <Block name="Empresa contratista">{evaluation.contractor_company?.name ?? 'No aplica'}</Block>
        <Block name="Médico tratante">{evaluation.doctor?.name ?? 'Sin firmar'}</Block>
        <Block name="Comentarios" wide>
          {evaluation.additional_info?.trim() || 'Sin comentarios'}
        </Block>
      </dl>
      <AdditionalFacts fields={evaluation.additional_fields} />
      <Corrections evaluation={evaluation} />
    </Card>
  );
}
