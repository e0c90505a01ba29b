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

function Next({ context }: { context: EvaluationContext }) {
  const next = useNext(context);
  const navigate = useNavigate();
  const to = next ? `/evaluations/${next.id}` : WORKLIST;
  const state = next ? placeOf(next, WORKLIST) : undefined;
  useNextKey(() => void navigate(to, { state }));
  if (next === undefined) return null;
  return next ? (
    <Button
      classNames={{ root: 'next-waiting', label: 'next-waiting-label' }}
      component={Link}
      to={to}
      state={state}
      rightSection={<Icon name="right" />}
    >
      Siguiente en espera: {writtenName(next.patient.full_name)}
    </Button>
  ) : (
    <Button classNames={{ root: 'next-waiting', label: 'next-waiting-label' }} component={Link} to={to}>
      Nadie más espera: lista de hoy
    </Button>
  );
}

/** After a signature, and for who came from the list of today. */
export function NextWaiting({ context, isFresh }: { context: EvaluationContext; isFresh: boolean }) {
  const { from } = cameFrom(useLocation().state);
  return isFresh || from?.startsWith(WORKLIST) ? <Next context={context} /> : null;
}
