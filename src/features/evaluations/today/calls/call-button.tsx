import { Button } from '@mantine/core';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { queueNumberAt } from '#domain/queue-number.ts';
import { formatTime } from '#domain/time/format.ts';
import type { PatientCalls } from './use-calls.ts';
import './call-button.css';

interface CallButtonProps {
  item: EvaluationListItem;
  calls: PatientCalls;
  tabIndex: number | undefined;
}

/** Returns who is called: the queue number of today, or the patient without one. */
const calledText = ({ turn, started_at: startedAt, patient }: EvaluationListItem): string =>
  queueNumberAt(turn, Date.parse(startedAt), Date.now()) ?? `a ${formatNamePart(patient.full_name)}`;

/**
 * Button that calls the patient to the room of this device. It is outside the row's link, because a link must not contain a
 * button.
 */
export function CallButton({ item, calls, tabIndex }: CallButtonProps) {
  const state = calls.stateOf(item.id);
  const place = calls.room === '' ? '' : ` · ${calls.room}`;
  return (
    <>
      <div className="call-part">
        <Button
          className="call-button"
          loading={state?.name === 'calling'}
          aria-label={`${state?.name === 'called' ? 'Llamar otra vez' : 'Llamar'} ${calledText(item)}${place}`}
          {...(tabIndex !== undefined && { tabIndex })}
          onClick={() => calls.call(item.id)}
        >
          Llamar
        </Button>
        <output className="call-state">
          {state?.name === 'called' ? `Llamado ${formatTime(state.at)}` : ''}
        </output>
      </div>
      <output className="call-failed">{state?.name === 'failed' ? state.text : ''}</output>
    </>
  );
}
