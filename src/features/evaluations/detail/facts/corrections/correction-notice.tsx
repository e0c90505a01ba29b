import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { correctionLines } from '#domain/evaluation/corrections.ts';
import { fullName } from '#domain/patient/name.ts';
import { Notice } from '#ui/notices/notice.tsx';

/**
 * Returns the React key of a correction. The position in the list is unsuitable as key, because a correction that arrives late
 * is inserted between older ones.
 */
const correctionKey = ({ at, by, reason }: Correction): string => [at, by, reason].join(' ');

/**
 * Returns the corrections of other users that arrived while the page was open, and a function that dismisses them. A server
 * without author ids reports every correction as another user's.
 */
function useNewCorrections(corrections: readonly Correction[], userId: string) {
  const [seen, setSeen] = useState(() => new Set(corrections.map(correctionKey)));
  return {
    arrived: corrections.filter(
      (correction) => correction.by_id !== userId && !seen.has(correctionKey(correction)),
    ),
    dismiss: () => setSeen(new Set(corrections.map(correctionKey))),
  };
}

const isPatientMove = (correction: Correction): boolean =>
  correction.changes.some(({ field, before, after }) => field === 'patient' && before !== after);

interface CorrectionNoticeProps {
  evaluation: Evaluation;
  /** Id of the signed-in user, who needs no notice of an own correction. */
  userId: string;
}

/** Notice that another user corrected the registration while the evaluation was open. Typed text is kept. */
export function CorrectionNotice({ evaluation, userId }: CorrectionNoticeProps) {
  const { arrived, dismiss } = useNewCorrections(evaluation.corrections ?? [], userId);
  if (arrived.length === 0) return null;
  const authors = new Set(arrived.map(({ by }) => by));
  const hasMoved = arrived.some(isPatientMove);
  return (
    <Notice
      kind={hasMoved ? 'warn' : 'info'}
      title={
        hasMoved
          ? `Esta evaluación ahora es de ${fullName(evaluation.patient)}.`
          : 'El registro se corrigió mientras lo tenías abierto.'
      }
      action={
        <Button variant="default" onClick={dismiss}>
          Entendido
        </Button>
      }
    >
      Por {[...authors].join(', ')}. {arrived.flatMap(correctionLines).join('; ')}. Lo que escribiste sigue
      aquí.
    </Notice>
  );
}
