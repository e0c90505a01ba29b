import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { CallBody, WaitingCall } from '#contract/records/waiting-room.ts';
import { queueNumberAt } from '#domain/queue-number.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { waitingCalls } from '../../schema/waiting-room.ts';
import { recordPendingEntry } from '../../audit/index.ts';
import { type EvaluationChangeContext, lockOpenEvaluation } from '../../evaluations/index.ts';
import { readCallOptions } from '../queries/boards.ts';

/**
 * Time in ms within which a second call of the same patient to the same room counts as a repetition of the first call, because
 * the user probably pressed the button twice.
 */
const REPEATED_CALL_MS = 10_000;
/**
 * Maximum number of calls of one evaluation within CALLS_WINDOW_MS. The number is limited because calls and their log entries
 * are kept.
 */
const EVALUATION_CALLS_MAX = 30;
const CALLS_WINDOW_MS = 24 * 60 * 60_000;

type CallRow = typeof waitingCalls.$inferSelect;

const toWaitingCall = ({ id, queueNumber, room, calledAt }: CallRow): WaitingCall => ({
  id,
  turn: queueNumber,
  room,
  called_at: calledAt.toISOString(),
});

async function rejectInvisibleCall(
  tx: Transaction,
  branchId: string,
  queueNumber: string | null,
): Promise<void> {
  const options = await readCallOptions(tx, branchId);
  if (!options.has_boards)
    throw new AppError('requirements_missing', 'La sede no tiene una pantalla de espera. Llama en persona.');
  if (queueNumber === null && !options.shows_names)
    throw new AppError(
      'requirements_missing',
      'No tiene turno de hoy y las pantallas de la sede muestran solo turnos. Llama en persona.',
    );
}

/** Returns the calls of the evaluation within CALLS_WINDOW_MS, the newest first, at most EVALUATION_CALLS_MAX. */
const listRecentCalls = (tx: Transaction, evaluationId: string, at: Date): Promise<CallRow[]> =>
  tx
    .select()
    .from(waitingCalls)
    .where(
      and(
        eq(waitingCalls.evaluationId, evaluationId),
        gt(waitingCalls.calledAt, new Date(at.getTime() - CALLS_WINDOW_MS)),
      ),
    )
    .orderBy(desc(waitingCalls.calledAt))
    .limit(EVALUATION_CALLS_MAX);

function rejectTooManyCalls(calls: readonly CallRow[], at: Date): void {
  const oldest = calls[EVALUATION_CALLS_MAX - 1];
  if (!oldest) return;
  const retryAfter = Math.ceil((oldest.calledAt.getTime() + CALLS_WINDOW_MS - at.getTime()) / 1_000);
  const message = `Ya llamaste ${EVALUATION_CALLS_MAX} veces a esta persona. Llámala en persona.`;
  throw new AppError('rate_limited', message, { retryAfter });
}

/**
 * Calls the patient of an open evaluation to a room. Locks the evaluation, so that pressing the button twice makes only one
 * call. The revision stays the same, because a call changes nothing that a user edits.
 * @throws not_found, evaluation_closed; requirements_missing if no board would show the call; rate_limited
 */
export async function callPatient(
  tx: Transaction,
  change: EvaluationChangeContext,
  { room }: CallBody,
): Promise<WaitingCall> {
  const { branchId, evaluationId, trace } = change;
  const { turn, startedAt } = await lockOpenEvaluation(tx, change);
  const recent = await listRecentCalls(tx, evaluationId, trace.at);
  const repeatedSince = trace.at.getTime() - REPEATED_CALL_MS;
  const repeated = recent.find((one) => one.room === room && one.calledAt.getTime() > repeatedSince);
  if (repeated) return toWaitingCall(repeated);
  rejectTooManyCalls(recent, trace.at);
  const queueNumber = queueNumberAt(turn, startedAt.getTime(), trace.at.getTime());
  await rejectInvisibleCall(tx, branchId, queueNumber);
  const row: CallRow = {
    id: randomUUID(),
    branchId,
    evaluationId,
    queueNumber,
    room,
    calledBy: trace.actor.userId,
    calledAt: trace.at,
  };
  await tx.insert(waitingCalls).values(row);
  // The log omits the room, because its text is free and could name a patient.
  await recordPendingEntry(tx, trace, { action: 'patient_called', evaluationId });
  return toWaitingCall(row);
}
