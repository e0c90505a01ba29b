import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { evaluationIn } from '#domain/correction.ts';
import { isRewritable } from '#domain/outbox/entry.ts';
import type { CorrectionEntry, ReceiptView, RegistrationEntry } from '#storage/outbox/entries.ts';
import { areCorrectionsTaken } from '#storage/database/provider-traits.ts';

interface CorrectLinkProps {
  /** Address of the correction; null where there is nothing to correct. */
  to: string | null;
  /** The registration was sent, or may have been: the server has to take corrections. */
  isSent: boolean;
  patientName: string;
  variant?: 'default' | 'subtle';
  className?: string;
}

const addressOfEntry = (entryId: string): string => `/reception?entry=${entryId}`;
const addressOfEvaluation = (evaluationId: string): string => `/reception?evaluation=${evaluationId}`;

/** Address at which a begun correction continues, by the key of its draft. */
export const addressOfKey = (key: string): string => {
  const evaluationId = evaluationIn(key);
  return evaluationId === null ? addressOfEntry(key) : addressOfEvaluation(evaluationId);
};

type Target = Pick<CorrectLinkProps, 'to' | 'isSent'>;

/** Where a registration of the queue is corrected; what the server rejected has a way out of its own. */
export function correctionOfEntry({ id, items }: Pick<RegistrationEntry, 'id' | 'items'>): Target {
  const evaluation = items.find(({ kind }) => kind === 'evaluation');
  if (!evaluation || evaluation.state.name === 'attention') return { to: null, isSent: false };
  const { state } = evaluation;
  if (state.name === 'delivered') return { to: addressOfEvaluation(state.remoteId), isSent: true };
  return { to: addressOfEntry(id), isSent: !isRewritable(evaluation) };
}

/** Where a correction is corrected: with its registration, whose corrections that were not sent become one (S30). */
export function addressOfCorrection({ corrects }: Pick<CorrectionEntry, 'corrects'>): string | null {
  if (corrects?.evaluationId) return addressOfEvaluation(corrects.evaluationId);
  return corrects?.entryId ? addressOfEntry(corrects.entryId) : null;
}

/** Address at which a registration that has left the queue is corrected. */
export const correctionOfReceipt = ({
  kind,
  outcome,
  evaluationId,
}: Pick<ReceiptView, 'kind' | 'outcome' | 'evaluationId'>): Target => ({
  to:
    kind === 'registration' && outcome !== 'handed_over' && evaluationId !== null
      ? addressOfEvaluation(evaluationId)
      : null,
  isSent: true,
});

/** Leads to the correction of a registration; absent where the server is known to take none. */
export function CorrectLink({ to, isSent, patientName, variant = 'default', className }: CorrectLinkProps) {
  const isTaken = useLiveQuery(() => areCorrectionsTaken(Date.now()), []) ?? true;
  if (to === null || (isSent && !isTaken)) return null;
  return (
    <Button
      component={Link}
      to={to}
      variant={variant}
      {...(className !== undefined && { className })}
      aria-label={`Corregir: ${patientName}`}
    >
      Corregir
    </Button>
  );
}
