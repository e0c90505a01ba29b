import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import type { Evaluation, EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { isEmptyWorksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { fetchEvaluationList, type DatedEvaluationList } from '#sync/reads/evaluations/evaluations.ts';
import { Icon } from '#ui/display/icon.tsx';
import { useNextStepKey } from '#ui/hooks/focus/use-next-key.ts';
import { useEvaluationList } from '../../../queries.ts';
import {
  IN_PROGRESS_STATUS,
  WAITING_STATUS,
  WORKLIST_PATH,
  parseWorklistOrigin,
  worklistOriginOf,
  toWorklist,
  worklistAddress,
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
  return data && findNextPatient(data, evaluation);
}

/** Returns the longest-waiting patient's evaluation in the list, except the evaluation on this page; null without one. */
const findNextPatient = (list: DatedEvaluationList, { id: current }: Pick<Evaluation, 'id'>) =>
  toWorklist(list, WAITING_STATUS).items.find(({ id }) => id !== current) ?? null;

/**
 * Returns the number of today's evaluations that are saved and not signed, without the one on this page. 0 while loading, and
 * while a patient waits, because the link then leads to that patient.
 */
function useInProgressCount({ reader, evaluation }: EvaluationContext, isAsked: boolean): number {
  const [day] = useState(() => bogotaDay(Date.now()));
  const { data } = useEvaluationList(reader, worklistQuery(IN_PROGRESS_STATUS, day), isAsked);
  return data && isAsked ? countInProgress(data, evaluation) : 0;
}

/** Returns the number of evaluations in the list, without the evaluation on this page. */
function countInProgress(list: DatedEvaluationList, { id: current }: Pick<Evaluation, 'id'>): number {
  const { items, total } = toWorklist(list, IN_PROGRESS_STATUS);
  return total - items.filter(({ id }) => id === current).length;
}

/** Returns the label of the link. While the list is loading, or if no patient is waiting, the link leads to today's list. */
function formatNextPatientLabel(next: ReturnType<typeof useNextPatient>, inProgress: number): string {
  if (next) return `Siguiente en espera: ${formatNamePart(next.patient.full_name)}`;
  if (next === undefined) return 'Lista de hoy';
  return inProgress > 0 ? `Nadie más espera. ${inProgress} en proceso.` : 'Nadie más espera: lista de hoy';
}

const addressOfNextPatient = (next: EvaluationListItem | null, inProgress = 0) =>
  next
    ? { to: `/evaluations/${next.id}`, state: worklistOriginOf(next, WORKLIST_PATH) }
    : { to: worklistAddress(inProgress > 0 ? IN_PROGRESS_STATUS : WAITING_STATUS), state: undefined };

/**
 * Returns the function that leads where the link after a signature leads: to the patient with the longest wait, or to today's
 * list if no patient waits. It requests the list, because another doctor may have called the patient that a cached list names.
 */
export function useLeaveForNextPatient(context: EvaluationContext): () => void {
  const { reader, evaluation } = context;
  const navigate = useNavigate();
  const shown = useRef<EvaluationContext | null>(null);
  useEffect(() => {
    shown.current = context;
    return () => {
      shown.current = null;
    };
  }, [context]);
  const isLeaving = useRef(false);
  const leave = async () => {
    const day = bogotaDay(Date.now());
    // After a failure the user gets today's list, which requests the same list and shows the failure.
    const fetchList = (status: EvaluationStatus) =>
      fetchEvaluationList(reader, worklistQuery(status, day)).catch(() => null);
    const waiting = await fetchList(WAITING_STATUS);
    const next = waiting && findNextPatient(waiting, evaluation);
    const inProgress = waiting && next === null ? await fetchList(IN_PROGRESS_STATUS) : null;
    const { to, state } = addressOfNextPatient(
      next,
      inProgress ? countInProgress(inProgress, evaluation) : 0,
    );
    // The doctor may have opened another page or typed more during the request.
    const isUnchanged =
      shown.current?.evaluation.id === evaluation.id && isEmptyWorksheet(shown.current.typing.sheet);
    if (isUnchanged) await navigate(to, { state });
  };
  return () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    void leave()
      .catch(reportError)
      .finally(() => (isLeaving.current = false));
  };
}

/**
 * Link to the patient with the longest wait. A change of the label keeps the same element, so that the link keeps the focus.
 */
export function NextWaitingPatientLink({ context }: { context: EvaluationContext }) {
  const next = useNextPatient(context);
  const navigate = useNavigate();
  const inProgress = useInProgressCount(context, next === null);
  const { to, state } = addressOfNextPatient(next ?? null, inProgress);
  useNextStepKey(() => {
    // Text that was typed while another user closed the evaluation stays in view.
    if (isEmptyWorksheet(context.typing.sheet)) void navigate(to, { state });
  });
  return (
    <Button
      classNames={{ root: 'next-waiting', label: 'next-waiting-label' }}
      component={Link}
      to={to}
      state={state}
      variant="filled"
      rightSection={<Icon name="right" />}
    >
      {formatNextPatientLabel(next, inProgress)}
    </Button>
  );
}

/** Returns true if the page offers the next patient: after a signature, or if the user came from today's list. */
export function useOffersNextPatient(isFresh: boolean): boolean {
  const { from } = parseWorklistOrigin(useLocation().state);
  return isFresh || from?.startsWith(WORKLIST_PATH) === true;
}
