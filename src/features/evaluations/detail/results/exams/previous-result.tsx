import type { ReactNode } from 'react';
import { shortDayText } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './previous-result.css';

interface WithPreviousResultProps {
  context: EvaluationContext;
  /** Result of the same exam at the previous visit; null without one. */
  previous: string | null;
  /** Field of today's result. */
  children: ReactNode;
}

/** Shows the result of the previous visit next to the field of today's result. */
export function WithPreviousResult({ context, previous, children }: WithPreviousResultProps) {
  const visit = context.evaluation.previous_visit;
  const isShown = previous !== null && visit;
  const day = isShown && bogotaDay(Date.parse(visit.closed_at));
  return (
    // The element stays the same when the result arrives, because another one would take the focus from the field.
    <div className={isShown ? 'with-previous' : undefined}>
      {children}
      {day && (
        <div className="previous-result">
          <small>Visita anterior ({shortDayText(day) ?? day})</small>
          <p>{previous}</p>
        </div>
      )}
    </div>
  );
}
