import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { writtenName } from '#domain/patient/name.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { Icon } from '#ui/display/icon.tsx';
import { useNextKey } from '#ui/hooks/use-next-key.ts';
import { useEvaluationList } from '../../queries.ts';
import { WAITING, WORKLIST, cameFrom, placeOf, worklistOf, worklistQuestion } from '../../worklist.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './next-waiting.css';

/** Whoever waits longest today and is not the one who is on the screen; undefined while nothing is known, null for nobody. */
function useNext({ reader, evaluation, disabledReason }: EvaluationContext) {
  const [day] = useState(() => bogotaDay(Date.now()));
  const { data } = useEvaluationList(reader, worklistQuestion(WAITING, day), disabledReason === null);
  return data && (worklistOf(data, WAITING).items.find(({ id }) => id !== evaluation.id) ?? null);
}

/** Words of the link; until the list is known it leads to the list of today. */
function labelOf(next: ReturnType<typeof useNext>): string {
  if (next === undefined) return 'Lista de hoy';
  return next === null
    ? 'Nadie más espera: lista de hoy'
    : `Siguiente en espera: ${writtenName(next.patient.full_name)}`;
}

/** Leads to the patient who waits longest. It is one element throughout, so that it keeps the focus when its words change. */
export function NextWaiting({ context }: { context: EvaluationContext }) {
  const next = useNext(context);
  const navigate = useNavigate();
  const to = next ? `/evaluations/${next.id}` : WORKLIST;
  const state = next ? placeOf(next, WORKLIST) : undefined;
  useNextKey(() => void navigate(to, { state }));
  return (
    <Button
      classNames={{ root: 'next-waiting', label: 'next-waiting-label' }}
      component={Link}
      to={to}
      state={state}
      variant="filled"
      rightSection={<Icon name="right" />}
    >
      {labelOf(next)}
    </Button>
  );
}

/** Returns whether the page leads on: after a signature, and when the user came from the list of today. */
export function useOffersNext(isFresh: boolean): boolean {
  const { from } = cameFrom(useLocation().state);
  return isFresh || from?.startsWith(WORKLIST) === true;
}
