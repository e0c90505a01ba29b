import type { Actor } from '../../access/actor.ts';
import type { Author } from '../../access/author.ts';
import { type Capture, traceOfCapture } from '../../access/capture.ts';
import type { Database, Transaction } from '../../database/connection/client.ts';
import { type Executed, type Once, type Outcome, executeOnce, inProgress } from './execute-once.ts';
import { type ActivityEntry, type Recorded, recordActivity } from '../log/record-activity.ts';
import { recordConsent } from './record-consent.ts';

/** What a capture comes to. */
export interface Work<Answer, Made> {
  /** Slow, and done outside of any transaction: no connection of the database waits for a picture that is decoded. */
  readonly make?: () => Promise<Made>;
  /** In its transaction; null, and nothing written, where it comes to what is not made yet. */
  readonly command: (
    tx: Transaction,
    capture: Capture,
    made: Made | null,
  ) => Promise<Recorded<Answer> | null>;
}

/** What is known of a capture before its transaction. */
export interface CaptureAttempt extends Omit<Capture, 'authorId' | 'branchId' | 'isKeyed'> {
  readonly author: Author;
  /** Null without a key: then it runs as often as it is sent. */
  readonly once: Once | null;
  /** Settled inside the transaction. */
  readonly branchOf: (tx: Transaction) => Promise<string>;
}

/** What was stored or done; `kept` where a key was named. */
export interface CaptureOutcome<Answer> {
  readonly answer: Answer;
  readonly kept: Omit<Outcome<Answer>, 'answer'> | null;
}

/** The log's line names the sender; whose work it is stands beside. */
function attributed(entry: ActivityEntry, { sender, authorId }: Capture): ActivityEntry {
  if (authorId === sender.userId) return entry;
  return { ...entry, detail: { ...entry.detail, captured_by: authorId } };
}

async function keepConsent(
  tx: Transaction,
  { author, once, receivedAt }: CaptureAttempt,
  sender: Actor,
): Promise<void> {
  if (!author.consent || !once) return;
  const parties = { capturedBy: author.id, sentBy: sender.userId, key: once.key, receivedAt };
  await recordConsent(tx, { ...parties, ...author.consent });
}

type Execution<Answer> = (tx: Transaction) => Promise<Executed<Answer> | null>;

/** The command with what goes before and after it in its transaction: branch, consent, line of the log. */
const executionOf =
  <Answer>(
    attempt: CaptureAttempt,
    command: (tx: Transaction, capture: Capture) => Promise<Recorded<Answer> | null>,
  ): Execution<Answer> =>
  async (tx) => {
    const { author, once, branchOf, ...known } = attempt;
    const branchId = await branchOf(tx);
    const capture = { ...known, branchId, authorId: author.id, isKeyed: once !== null };
    const recorded = await command(tx, capture);
    if (!recorded) return null;
    const { answer, entry, also = [] } = recorded;
    const conclude = async () => {
      await keepConsent(tx, attempt, capture.sender);
      for (const line of entry ? [entry, ...also] : also)
        await recordActivity(tx, traceOfCapture(capture), attributed(line, capture));
    };
    return { answer, conclude };
  };

/** Null where it was not ready. */
async function execute<Answer extends object>(
  db: Database,
  once: Once | null,
  execution: Execution<Answer>,
): Promise<CaptureOutcome<Answer> | null> {
  if (once) {
    const outcome = await executeOnce(db, once, execution);
    return outcome && { answer: outcome.answer, kept: outcome };
  }
  return db.transaction(async (tx) => {
    const executed = await execution(tx);
    await executed?.conclude();
    return executed && { answer: executed.answer, kept: null };
  });
}

/** Keys whose files are being made: no transaction holds them meanwhile. */
const making = new Set<string>();

/** @throws idempotency_in_progress while the same runs in this program */
async function alone<Result>(once: Once | null, work: () => Promise<Result>): Promise<Result> {
  if (!once) return work();
  const name = `${once.userId} ${once.key}`;
  if (making.has(name)) throw inProgress();
  making.add(name);
  try {
    return await work();
  } finally {
    making.delete(name);
  }
}

/**
 * Runs what a desk confirmed, once a key (S7). The branch is settled inside: a repetition gets its answer even if the
 * user may no longer act for that branch. Work that is not ready is asked twice: all that may be refused or answered
 * without its file is, before the file is made.
 */
export async function executeCapture<Answer extends object, Made>(
  db: Database,
  attempt: CaptureAttempt,
  { make, command }: Work<Answer, Made>,
): Promise<CaptureOutcome<Answer>> {
  const run = (made: Made | null) =>
    execute(
      db,
      attempt.once,
      executionOf(attempt, (tx, capture) => command(tx, capture, made)),
    );
  return alone(attempt.once, async () => {
    const outcome = (await run(null)) ?? (make ? await run(await make()) : null);
    if (!outcome) throw new Error('A capture that is never ready');
    return outcome;
  });
}
