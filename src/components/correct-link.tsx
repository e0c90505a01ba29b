import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { evaluationIdOfDraftKey } from '#domain/correction.ts';
import { isRewritable } from '#domain/outbox/entry.ts';
import type { CorrectionEntry, ReceiptView, RegistrationEntry } from '#storage/outbox/entries.ts';
import { areCorrectionsPossiblySupported } from '#storage/database/server-traits.ts';

interface CorrectionLinkProps {
  /** Path of the page that corrects the registration; null if the registration cannot be corrected. */
  to: string | null;
  /** True if the registration was or may have been sent. Correcting it then needs a server that accepts corrections. */
  isSent: boolean;
  patientName: string;
  variant?: 'default' | 'subtle';
  className?: string;
}

const buildEntryEditPath = (entryId: string): string => `/reception?entry=${entryId}`;
const buildEvaluationCorrectionPath = (evaluationId: string): string =>
  `/reception?evaluation=${evaluationId}`;

export const buildCorrectionPathOfDraftKey = (key: string): string => {
  const evaluationId = evaluationIdOfDraftKey(key);
  return evaluationId === null ? buildEntryEditPath(key) : buildEvaluationCorrectionPath(evaluationId);
};

type CorrectionLinkTarget = Pick<CorrectionLinkProps, 'to' | 'isSent'>;

/**
 * Returns where the user corrects a registration in the outbox. A registration that the server rejected has a separate screen.
 */
export function correctionLinkTargetOfEntry({
  id,
  items,
}: Pick<RegistrationEntry, 'id' | 'items'>): CorrectionLinkTarget {
  const evaluation = items.find(({ kind }) => kind === 'evaluation');
  if (!evaluation || evaluation.state.name === 'attention') return { to: null, isSent: false };
  const { state } = evaluation;
  if (state.name === 'delivered') return { to: buildEvaluationCorrectionPath(state.remoteId), isSent: true };
  return { to: buildEntryEditPath(id), isSent: !isRewritable(evaluation) };
}

/**
 * Returns the address at which the user changes an unsent correction: the address of its registration, because unsent
 * corrections of one registration are merged (S30).
 */
export function findUnsentCorrectionPath({ corrects }: Pick<CorrectionEntry, 'corrects'>): string | null {
  if (corrects?.evaluationId) return buildEvaluationCorrectionPath(corrects.evaluationId);
  return corrects?.entryId ? buildEntryEditPath(corrects.entryId) : null;
}

export const correctionLinkTargetOfReceipt = ({
  kind,
  outcome,
  evaluationId,
}: Pick<ReceiptView, 'kind' | 'outcome' | 'evaluationId'>): CorrectionLinkTarget => ({
  to:
    kind === 'registration' && outcome !== 'handed_over' && evaluationId !== null
      ? buildEvaluationCorrectionPath(evaluationId)
      : null,
  isSent: true,
});

/** Link to the correction of a registration; hidden if the server is known not to accept corrections. */
export function CorrectionLink({
  to,
  isSent,
  patientName,
  variant = 'default',
  className,
}: CorrectionLinkProps) {
  const isTaken = useLiveQuery(() => areCorrectionsPossiblySupported(Date.now()), []) ?? true;
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
