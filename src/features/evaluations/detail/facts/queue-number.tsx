import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { formatDate } from '#domain/time/format.ts';
import { queueNumberText } from '#sync/messages/queue-number-text.ts';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';

/** Queue number of the patient, with its day if that is not today (S28). Hidden if the patient has none. */
export function QueueNumberOfDay({ evaluation: { turn = null, started_at } }: { evaluation: Evaluation }) {
  const now = useTickingTimeMs(turn !== null);
  const words = queueNumberText({ turn });
  if (words === null) return null;
  const day = formatDate(Date.parse(started_at));
  return <strong>{day === formatDate(now) ? words : `${words} del ${day}`}</strong>;
}
