import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { correctionLines } from '#domain/evaluation/corrections.ts';
import { formatDateTime } from '#domain/time/format.ts';
import './corrections.css';

const CorrectionItem = ({ correction }: { correction: Correction }) => (
  <div className="correction">
    <small>
      Corregido por {correction.by}, {formatDateTime(Date.parse(correction.at))}
    </small>
    <ul>
      {correctionLines(correction).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <p>Motivo: {correction.reason}</p>
  </div>
);

function CorrectionHistory({ corrections }: { corrections: readonly Correction[] }) {
  const last = corrections.at(-1);
  if (!last) return null;
  const earlier = corrections.slice(0, -1);
  return (
    <>
      <h3>Correcciones del registro</h3>
      <CorrectionItem correction={last} />
      {earlier.length > 0 && (
        <details>
          <summary>Correcciones anteriores ({earlier.length})</summary>
          {earlier.toReversed().map((correction, nth) => (
            <CorrectionItem key={`${correction.at} ${nth}`} correction={correction} />
          ))}
        </details>
      )}
    </>
  );
}

/**
 * Corrections of the registration, newest first, with a link that starts another correction. Hidden with a base-contract
 * server, which stores no corrections.
 */
export function CorrectionsSection({ evaluation }: { evaluation: Evaluation }) {
  const { id, corrections, status } = evaluation;
  if (!corrections) return null;
  const isClosed = status === 'cerrada';
  if (isClosed && corrections.length === 0) return null;
  return (
    <section className="corrections" aria-label="Correcciones del registro">
      <CorrectionHistory corrections={corrections} />
      {isClosed ? (
        <p className="corrections-closed">Para corregir el registro, reabre primero la evaluación.</p>
      ) : (
        <Button component={Link} to={`/reception?evaluation=${id}`} variant="default">
          Corregir registro
        </Button>
      )}
    </section>
  );
}
