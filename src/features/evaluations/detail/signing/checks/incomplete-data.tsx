import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { findMissingConceptData } from '#domain/evaluation/signing/certificate.ts';
import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './incomplete-data.css';

/** Returns true if the user can add the missing data with a correction. A base-contract server stores no corrections. */
const canCorrectMissingData = ({ actions }: Account, { corrections }: Evaluation): boolean =>
  corrections !== undefined &&
  (actions.includes('register_patients') || actions.includes('manage_evaluations'));

/** Warns about missing patient data that the documents print. The warning never blocks the signature. */
export function MissingPatientDataNotice({
  context: { account, evaluation },
}: {
  context: EvaluationContext;
}) {
  const missing = findMissingConceptData(evaluation.patient);
  if (missing.length === 0) return null;
  return (
    <section className="incomplete-data" aria-label="Datos que faltan para el certificado">
      <p>En el certificado saldrá «{NOT_RECORDED_TEXT}»:</p>
      <ul>
        {missing.map(({ field, label }) => (
          <li key={field}>
            <span className="incomplete-data-mark">
              <Icon name="alert" size={16} />
              <span className="visually-hidden">Falta:</span>
            </span>
            {label}
            {canCorrectMissingData(account, evaluation) && (
              <Button
                className="incomplete-data-link"
                component={Link}
                to={`/reception?evaluation=${evaluation.id}&field=${field}`}
                variant="subtle"
                size="compact-md"
              >
                Completar<span className="visually-hidden">: {label}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
