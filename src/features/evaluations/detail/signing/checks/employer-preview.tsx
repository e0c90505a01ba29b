import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import { discloseNotes, type DisclosedNotes } from '#domain/evaluation/notes/disclosure.ts';
import { mayDiscloseFinding, markPossibleFindings } from '#domain/evaluation/notes/leaks.ts';
import { noteKey, worksheetText } from '#domain/evaluation/worksheet/worksheet.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './employer-preview.css';

export const EMPLOYER_PREVIEW_LABELS: readonly (readonly [label: string, key: keyof DisclosedNotes])[] = [
  ['Concepto de aptitud laboral', 'concept'],
  ['Aptitud para tareas específicas', 'tasks'],
  ['Restricciones', 'restrictions'],
  ['Recomendaciones laborales', 'recommendations'],
  ['Hábitos y estilos de vida', 'habits'],
  ['Inclusión en SVE', 'surveillance'],
  ['Manejo EPS / ARL', 'referral'],
];
const EMPLOYER_PREVIEW_TITLE = 'Lo que leerá el empleador';

/** Returns the part of the notes and decisions that the concept discloses, including unsaved changes. */
export const disclosedNotesOf = ({ typing, evaluation, decisions }: EvaluationContext): DisclosedNotes =>
  discloseNotes((type) => worksheetText(typing.sheet, evaluation, noteKey(type)), decisions);

const TextWithMarkedLeaks = ({ text }: { text: string }) =>
  markPossibleFindings(text).map((piece, nth) =>
    piece.isLeak ? <mark key={nth}>{piece.text}</mark> : <span key={nth}>{piece.text}</span>,
  );

/** Lines as the concept prints them; words that may be a finding are marked. */
export function EmployerLines({ context }: { context: EvaluationContext }) {
  const disclosed = disclosedNotesOf(context);
  return (
    <dl className="employer">
      {EMPLOYER_PREVIEW_LABELS.map(([label, key]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd data-unsaid={disclosed[key] === NOT_RECORDED_TEXT || undefined}>
            <TextWithMarkedLeaks text={disclosed[key]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const EmployerPreview = ({
  context,
  className,
}: {
  context: EvaluationContext;
  className: string;
}) => (
  <Card title={EMPLOYER_PREVIEW_TITLE} className={`employer-card ${className}`}>
    <EmployerLines context={context} />
    <p className="employer-rest">
      Además, los nombres de los exámenes. Ningún resultado, archivo ni observación.
    </p>
  </Card>
);

/**
 * Warns about words that may be a finding. It does not block the signature, because the doctor decides what the employer reads.
 */
export function LeakWarning({ context }: { context: EvaluationContext }) {
  const disclosed = disclosedNotesOf(context);
  const leaking = EMPLOYER_PREVIEW_LABELS.filter(([, key]) => mayDiscloseFinding(disclosed[key])).map(
    ([label]) => label,
  );
  return (
    <div aria-live="polite">
      {leaking.length > 0 && (
        <p className="employer-warning">
          <Icon name="alert" size={20} />
          <span>
            Revisa «{EMPLOYER_PREVIEW_TITLE}»: parece nombrar un hallazgo o diagnóstico en{' '}
            {leaking.join(', ')}.
          </span>
        </p>
      )}
    </div>
  );
}
