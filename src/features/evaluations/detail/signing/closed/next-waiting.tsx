import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { formatNamePart } from '#domain/patient/name.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { Icon } from '#ui/display/icon.tsx';
import { useNextStepKey } from '#ui/hooks/use-next-key.ts';
import { useEvaluationList } from '../../../queries.ts';
import {
  WAITING_STATUS,
  WORKLIST_PATH,
  parseWorklistOrigin,
  worklistOriginOf,
  toWorklist,
  worklistQuery,
} from '../../../worklist.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './next-waiting.css';

/**
 * Returns the evaluation of today with the longest wait, except the evaluation on this page. Undefined while loading, null if
 * there is none.
 */
function useNextPatient({ reader, evaluation, disabledReason }: EvaluationContext) {
  const [day] = useState(() => bogotaDay(Date.now()));
  const { data } = useEvaluationList(reader, worklistQuery(WAITING_STATUS, day), disabledReason === null);
  return data && (toWorklist(data, WAITING_STATUS).items.find(({ id }) => id !== evaluation.id) ?? null);
}

/** Returns the label of the link. While the list is loading, or if no patient is waiting, the link leads to today's list. */
function formatNextPatientLabel(next: ReturnType<typeof useNextPatient>): string {
  if (next === undefined) return 'Lista de hoy';
  return next === null
    ? 'Nadie más espera: lista de hoy'
    : `Siguiente en espera: ${formatNamePart(next.patient.full_name)}`;
}

/**
 * Link to the patient with the longest wait. A change of the label keeps the same element, so that the link keeps the focus.
 */
export function NextWaitingPatientLink({ context }: { context: EvaluationContext }) {
  const next = useNextPatient(context);
  const navigate = useNavigate();
  const to = next ? `/evaluations/${next.id}` : WORKLIST_PATH;
  const state = next ? worklistOriginOf(next, WORKLIST_PATH) : undefined;
  useNextStepKey(() => void navigate(to, { state }));
  return (
    <Button
      classNames={{ root: 'next-waiting', label: 'next-waiting-label' }}
      component={Link}
      to={to}
      state={state}
      variant="filled"
      rightSection={<Icon name="right" />}
    >
      {formatNextPatientLabel(next)}
    </Button>
  );
}

/** Returns true if the page offers the next patient: after a signature, or if the user came from today's list. */
export function useOffersNextPatient(isFresh: boolean): boolean {
  const { from } = parseWorklistOrigin(useLocation().state);
  return isFresh || from?.startsWith(WORKLIST_PATH) === true;
}
