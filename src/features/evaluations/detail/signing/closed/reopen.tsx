import { REASON_MAX_LENGTH } from '#contract/limits.ts';
import { reopenEvaluation } from '#sync/changes/clinical.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { SignedEvaluationChange } from './closed-change.tsx';

const REOPEN_LABELS = {
  label: 'Reabrir evaluación',
  title: '¿Reabrir la evaluación?',
  done: 'Evaluación reabierta.',
  couldNot: 'No se pudo reabrir la evaluación.',
  needsNetwork: 'reabrir necesita red.',
  needsSession: 'Tu sesión venció. Inicia sesión para reabrirla.',
};
const REOPEN_REASON_PROMPT = {
  label: 'Por qué la reabres',
  maxLength: REASON_MAX_LENGTH,
  rows: 2,
  isReason: true,
};

/** Returns true if the server stores reasons for reopening. A base-contract server does not; it returns no signed versions. */
export const canServerStoreReasons = ({ evaluation }: EvaluationContext): boolean =>
  evaluation.closings !== undefined;

export function ReopenEvaluation({ context }: { context: EvaluationContext }) {
  const { evaluation, held } = context;
  const isAsked = canServerStoreReasons(context);
  return (
    <SignedEvaluationChange
      context={context}
      words={REOPEN_LABELS}
      prompt={isAsked ? REOPEN_REASON_PROMPT : null}
      send={(reason) => reopenEvaluation({ id: evaluation.id, etag: held.etag }, isAsked ? reason : null)}
    >
      <p>
        Vuelve a estar en proceso: resultados, notas y archivos se pueden cambiar, y hay que firmarla de
        nuevo.{' '}
        {isAsked
          ? 'Mientras tanto, su documento figura como anulado para quien lo verifique.'
          : 'Los documentos ya generados conservan su versión.'}
      </p>
    </SignedEvaluationChange>
  );
}
