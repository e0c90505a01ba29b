import type { Actor } from '../../access/actor.ts';
import type { Author } from '../../access/author.ts';
import { type Capture, auditContextOfCapture } from '../../access/capture.ts';
import type { Database, Executor, Transaction } from '../../database/connection/client.ts';
import { type Statement, endTogether } from '../../database/connection/transaction.ts';
import {
  type Executed,
  type Once,
  type Outcome,
  executeOnce,
  findStored,
  inProgress,
} from './execute-once.ts';
import { linked } from '../log/link-entries.ts';
import { type ActivityEntry, type Recorded, pendingStatement } from '../log/record-activity.ts';
import { consentStatement } from './record-consent.ts';

/** File that arrives with a capture. */
interface FileWork<Made> {
  /**
   * Returns false if the file arrived before. Only reads, outside of any transaction; the command checks again.
   * @throws every error of the command that does not depend on the content of the file
   */
  readonly isNeeded: (db: Executor, sender: Actor, captureId: string | null) => Promise<boolean>;
  /**
   * Processes and stores the file. Slow, so it runs outside of any transaction: no database connection waits for the decoding
   * of an image.
   */
  readonly make: () => Promise<Made>;
}

/** Work that a capture causes. */
export interface Work<Answer, Made> {
  readonly file?: FileWork<Made>;
  /**
   * Runs in the transaction of the capture. Returns null and writes nothing if the command needs a file that is not stored yet.
   */
  readonly command: (
    tx: Transaction,
    capture: Capture,
    made: Made | null,
  ) => Promise<Recorded<Answer> | null>;
}

/** Data of a capture before its transaction. */
export interface CaptureAttempt extends Omit<Capture, 'authorId' | 'branchId' | 'isKeyed'> {
  readonly author: Author;
  /** Idempotency key; null if the request has none and the command therefore runs each time it is sent. */
  readonly once: Once | null;
  /** Determines the branch inside the transaction, and also before it if a file must be stored. */
  readonly branchOf: (db: Executor) => Promise<string>;
}

/** Response of the command; `kept` is null for a request without an idempotency key. */
export interface CaptureOutcome<Answer> {
  readonly answer: Answer;
  readonly kept: Omit<Outcome<Answer>, 'answer'> | null;
}

/** Adds the author to a log entry, which itself names only the sender. Adds nothing if the author is the sender. */
function attributed(entry: ActivityEntry, { sender, authorId }: Capture): ActivityEntry {
  if (authorId === sender.userId) return entry;
  return { ...entry, detail: { ...entry.detail, captured_by: authorId } };
}

/** Returns the statement that stores the author's consent; empty if the author is the sender, who needs no consent. */
function consentOf(
  tx: Transaction,
  { author, once, receivedAt }: CaptureAttempt,
  sender: Actor,
): Statement[] {
  if (!author.consent || !once) return [];
  const parties = { capturedBy: author.id, sentBy: sender.userId, key: once.key, receivedAt };
  return [consentStatement(tx, { ...parties, ...author.consent })];
}

type Execution<Answer> = (tx: Transaction) => Promise<Executed<Answer> | null>;

/** Wraps the command with the other steps of its transaction: branch, consent and log entries. */
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
    const { answer, entry, also = [], last = [] } = recorded;
    const lines = (entry ? [entry, ...also] : also).map((line) =>
      pendingStatement(tx, auditContextOfCapture(capture), attributed(line, capture)),
    );
    return { answer, last: [...last, ...consentOf(tx, attempt, capture.sender), ...lines] };
  };

/** Runs the transaction; returns null if the command needs a file that is not stored yet. */
async function execute<Answer extends object>(
  db: Database,
  once: Once | null,
  execution: Execution<Answer>,
): Promise<CaptureOutcome<Answer> | null> {
  if (once) {
    const outcome = await executeOnce(db, once, execution);
    return outcome && { answer: outcome.answer, kept: outcome };
  }
  return endTogether<CaptureOutcome<Answer> | null>(db, async (tx) => {
    const executed = await execution(tx);
    const result = executed && { answer: executed.answer, kept: null };
    return { result, last: executed?.last ?? [] };
  });
}

/**
 * Idempotency keys whose files are being processed. This happens outside of a transaction, so the database does not lock the
 * key.
 */
const making = new Set<string>();

/**
 * Runs the work of a key alone.
 * @throws idempotency_in_progress while the same key runs in this process
 */
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
 * Returns the stored response of the key, or the processed file; the file is null if it arrived before. Throws every error that
 * does not depend on the file.
 */
async function makeReady<Answer, Made>(
  db: Database,
  { once, branchOf, sender, captureId }: CaptureAttempt,
  { isNeeded, make }: FileWork<Made>,
): Promise<{ readonly stored: Outcome<Answer> } | { readonly made: Made | null }> {
  const stored = once && (await findStored<Answer>(db, once));
  if (stored) return { stored };
  await branchOf(db);
  return { made: (await isNeeded(db, sender, captureId)) ? await make() : null };
}

/**
 * Runs a confirmation of reception once for each key (S7). A retry receives the stored response before the branch is checked,
 * because the user may no longer act for that branch.
 */
export async function executeCapture<Answer extends object, Made>(
  db: Database,
  attempt: CaptureAttempt,
  { file, command }: Work<Answer, Made>,
): Promise<CaptureOutcome<Answer>> {
  return alone(attempt.once, async () => {
    const ready = file ? await makeReady<Answer, Made>(db, attempt, file) : { made: null };
    if ('stored' in ready) return { answer: ready.stored.answer, kept: ready.stored };
    const execution = executionOf(attempt, (tx, capture) => command(tx, capture, ready.made));
    const outcome = await execute(db, attempt.once, execution);
    if (!outcome) throw new Error('A capture never became ready');
    await linked(db);
    return outcome;
  });
}
