import type { ReactNode, Ref } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { fullName } from '#domain/patient/name.ts';
import { shortDayText } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { parseWorklistOrigin } from '../../worklist.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { AdditionalFieldValues } from './additional-facts.tsx';
import { ChangedPatientNotice } from './corrections/changed-patient.tsx';
import { CorrectionsSection } from './corrections/corrections.tsx';
import { PatientPhoto } from './patient-photo.tsx';
import { formatPatientSummary } from './person-facts.ts';
import './info-card.css';

interface LabelledValueProps {
  name: string;
  children: ReactNode;
  className?: string;
}

const LabelledValue = ({ name, children, className }: LabelledValueProps) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const nameWithCode = ({ name, code }: { name: string; code: string }): string => `${name} (${code})`;

/** Link to the previous visit of an open evaluation. A base-contract server names none, so the page shows nothing. */
function PreviousVisitLink({ evaluation: { previous_visit: visit } }: { evaluation: Evaluation }) {
  const origin = parseWorklistOrigin(useLocation().state);
  if (visit === undefined) return null;
  const day = visit && bogotaDay(Date.parse(visit.closed_at));
  return (
    <LabelledValue name="Visita anterior">
      {visit && day !== null ? (
        <Link className="info-previous" to={`/evaluations/${visit.id}`} state={origin}>
          {shortDayText(day) ?? day}
        </Link>
      ) : (
        'Ninguna en esta sede'
      )}
    </LabelledValue>
  );
}

/** Patient, evaluation type and companies (P2). `facts`: ref of the element that lists them. */
export function EvaluationInfoCard({
  context,
  facts,
}: {
  context: EvaluationContext;
  facts: Ref<HTMLDListElement>;
}) {
  const { evaluation } = context;
  const { patient, evaluation_type: type, employer_company: employer } = evaluation;
  const known = formatPatientSummary(evaluation);
  return (
    <Card>
      <ChangedPatientNotice evaluation={evaluation} />
      <dl className="info" ref={facts}>
        <LabelledValue name="Paciente" className="info-patient">
          <PatientPhoto context={context} className="info-photo" />
          <span>
            {fullName(patient)}
            {known !== '' && <span className="info-facts">{known}</span>}
          </span>
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
        <PreviousVisitLink evaluation={evaluation} />
        <LabelledValue name="Comentarios" className="info-wide">
          {evaluation.additional_info?.trim() || 'Sin comentarios'}
        </LabelledValue>
      </dl>
      <AdditionalFieldValues fields={evaluation.additional_fields} />
      <CorrectionsSection evaluation={evaluation} />
    </Card>
  );
}
