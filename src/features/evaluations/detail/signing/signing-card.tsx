import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Evaluation } from '#contract/records/evaluations.ts';
import { REQUIREMENTS, missingRequirements, signingChecklist } from '#domain/evaluation/checklist.ts';
import { printProblems } from '#domain/evaluation/printable.ts';
import { isEmptySheet } from '#domain/evaluation/worksheet.ts';
import { dayOf, timeOfDay } from '#domain/time/words.ts';
import { catalogSource } from '#sync/catalogs/catalog-source.ts';
import { signEvaluation, type SaveResult } from '#sync/changes/clinical.ts';
import { wordsOr } from '#sync/words/refusal-text.ts';
import { unreachedText } from '#sync/requests/unreached-text.ts';
import { Card } from '#ui/display/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { toast } from '#ui/notices/toast.ts';
import { REQUIREMENT_WORDS } from '../../words.ts';
import { LeakWarning } from './employer-preview.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './signing-card.css';

const COULD_NOT = 'No se pudo completar la firma de la evaluación.';
const CHANGED = 'La evaluación cambió mientras la revisabas. Mira los cambios y firma de nuevo.';

const Checklist = ({ evaluation }: { evaluation: Evaluation }) => {
  const met = signingChecklist(evaluation);
  return (
    <ul className="checklist">
      {REQUIREMENTS.map((requirement) => (
        <li key={requirement} data-met={met[requirement] || undefined}>
          <span className="checklist-mark">
            <Icon name={met[requirement] ? 'check' : 'ring'} size={16} />
            <span className="visually-hidden">{met[requirement] ? 'Cumplido:' : 'Pendiente:'}</span>
          </span>
          {REQUIREMENT_WORDS[requirement]}
        </li>
      ))}
    </ul>
  );
};

/** What was attached and has not arrived can never go in once the evaluation is closed. */
function filesOnTheirWay({ unsentFiles }: EvaluationContext): string | null {
  const refused = unsentFiles.filter(({ standing }) => standing === 'attention');
  const [file, ...others] = refused.length > 0 ? refused : unsentFiles;
  if (!file) return null;
  const isOne = others.length === 0;
  const name = `«${file.summary.fileName}»${isOne ? '' : ` y ${others.length} más`}`;
  const it = isOne ? 'lo' : 'los';
  const after = isOne ? 'ya no puede entrar' : 'ya no pueden entrar';
  return refused.length > 0
    ? `No se pudo subir ${name}: reinténta${it} o descárta${it} antes de firmar; después ${after}.`
    : `Espera a que ${isOne ? 'suba' : 'suban'} ${name}, o descárta${it}: después de firmar ${after}.`;
}

/** What stands between the doctor and the signature, the nearest first; null when nothing does. */
function hindrance(context: EvaluationContext, doctorId: string): string | null {
  const { evaluation, typing, disabledReason } = context;
  const typed = !isEmptySheet(typing.sheet);
  if (missingRequirements(evaluation).length > 0)
    // What is typed is not in the list above, which looks at what the provider has.
    return `Completa los requisitos pendientes antes de firmar.${typed ? ' Lo escrito cuenta cuando lo guardas.' : ''}`;
  if (typed) return 'Guarda primero los cambios de resultados y notas.';
  if (printProblems(evaluation).length > 0)
    return 'Hay textos demasiado largos para el documento. Acórtalos y guárdalos antes de firmar.';
  if (disabledReason !== null) return disabledReason;
  return (
    filesOnTheirWay(context) ?? (doctorId === '' ? 'Selecciona un médico para firmar la evaluación.' : null)
  );
}

function failureOf(result: SaveResult<Evaluation>): string | null {
  switch (result.type) {
    case 'saved':
      return null;
    case 'stale':
      return CHANGED;
    case 'session_ended':
      return `${COULD_NOT} Tu sesión venció: inicia sesión y firma de nuevo.`;
    case 'unreachable':
      return `${COULD_NOT} ${unreachedText(result.cause)}`;
    case 'refused':
      return [
        wordsOr(result.refusal, COULD_NOT),
        ...result.refusal.details.map(({ message }) => message),
      ].join(' ');
  }
}

function useSigning(context: EvaluationContext, doctorId: string) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const sign = async () => {
    setBusy(true);
    try {
      const { evaluation, held } = context;
      const result = await signEvaluation({ id: evaluation.id, etag: held.etag }, doctorId);
      setFailure(failureOf(result));
      if (result.type === 'saved') {
        context.take(result.body, result.etag);
        toast('ok', 'Evaluación firmada y cerrada.');
        // What the provider closed in spite of a lost answer, or refuses, shows in its own state.
      } else await context.reread();
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, sign };
}

function Sign({ context }: { context: EvaluationContext }) {
  const hintId = useId();
  const [doctorId, setDoctorId] = useState('');
  const { busy, failure, sign } = useSigning(context, doctorId);
  const hint = hindrance(context, doctorId);
  const files = filesOnTheirWay(context);
  return (
    <>
      <LeakWarning context={context} />
      <SearchSelect
        {...catalogSource('doctors', context.reader.ownerId)}
        label="Médico"
        placeholder="Selecciona un médico"
        value={doctorId}
        onChange={setDoctorId}
        showAside
      />
      <p id={hintId} className="sign-hint" aria-live="polite">
        {hint ?? 'Todo listo para cerrar la evaluación.'}
      </p>
      {files !== null && files !== hint && <p className="sign-hint">{files}</p>}
      {failure !== null && <Notice kind="error" title={failure} className="sign-failure" />}
      <Button
        variant="filled"
        fullWidth
        aria-describedby={hintId}
        disabled={hint !== null}
        loading={busy}
        onClick={() => void sign().catch(reportError)}
      >
        Firmar y cierre
      </Button>
    </>
  );
}

function Signed({ evaluation }: { evaluation: Evaluation }) {
  const closedAt = evaluation.closed_at === null ? null : Date.parse(evaluation.closed_at);
  return (
    <p className="sign-hint">
      {evaluation.doctor && <b>{evaluation.doctor.name}</b>}
      {closedAt !== null && ` firmó el ${dayOf(closedAt)} a las ${timeOfDay(closedAt)}.`} Reabre la evaluación
      para cambiarla y firmarla de nuevo.
    </p>
  );
}

/** P4: the checklist, the doctor and 'Firmar y cierre'. */
export const SigningCard = ({ context }: { context: EvaluationContext }) => (
  <Card title="Firma y cierre">
    <Checklist evaluation={context.evaluation} />
    {context.closed ? <Signed evaluation={context.evaluation} /> : <Sign context={context} />}
  </Card>
);
