import { CLARIFICATION_MAX_LENGTH } from '#contract/limits.ts';
import { addClarification } from '#sync/changes/clinical.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { SignedEvaluationChange } from './closed-change.tsx';

const CLARIFICATION_LABELS = {
  label: 'Agregar nota aclaratoria',
  title: 'Nota aclaratoria',
  done: 'Nota aclaratoria agregada.',
  couldNot: 'No se pudo agregar la nota aclaratoria.',
  needsNetwork: 'la nota aclaratoria necesita red.',
  needsSession: 'Tu sesión venció. Inicia sesión para agregar una nota.',
};
const CLARIFICATION_PROMPT = { label: 'Qué aclaras', maxLength: CLARIFICATION_MAX_LENGTH, rows: 4 };

export function AddClarification({ context }: { context: EvaluationContext }) {
  const { evaluation, held } = context;
  return (
    <SignedEvaluationChange
      context={context}
      words={CLARIFICATION_LABELS}
      prompt={CLARIFICATION_PROMPT}
      send={(content) => addClarification({ id: evaluation.id, etag: held.etag }, content)}
    >
      <p>
        La evaluación sigue cerrada y su concepto no cambia. La nota queda con tu nombre y la hora, sale en la
        historia clínica, y no se puede borrar.
      </p>
    </SignedEvaluationChange>
  );
}
