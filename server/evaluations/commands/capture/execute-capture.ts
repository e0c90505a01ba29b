import type { Actor } from '../../../platform/access/actor.ts';
import type { Author } from '../../../platform/access/author.ts';
import { type Capture, auditContextOfCapture } from '../../../platform/access/capture.ts';
import type { Database, Executor, Transaction } from '../../../platform/database/connection/client.ts';
import {
  type SqlStatement,
  runTransactionWithFinalStatements,
} from '../../../platform/database/connection/transaction.ts';
import {
  type CommandResult,
  type KeyedRequest,
  type StoredOutcome,
  executeOnce,
  findStoredOutcome,
  requestInProgressError,
} from './execute-once.ts';
import {
  linkEntriesAndWait,
  type ActivityEntry,
  type ResultWithLogEntry,
  pendingEntryStatement,
} from '../../../audit/index.ts';
import { consentInsertStatement } from './record-consent.ts';

interface FileOperation<Made> {
  /**
   * Returns false if the file has already arrived. Only reads, and runs outside of any transaction; the command repeats the
   * check.
   * @throws every error of the command, except errors that depend on the content of the file
   */
  readonly isNeeded: (db: Executor, sender: Actor, captureId: string | null) => Promise<boolean>;
  /**
   * Processes and stores the file. Runs outside of any transaction, so that no database connection waits while an image is
   * decoded.
   */
  readonly make: () => Promise<Made>;
}

export interface CaptureOperation<Answer, Made> {
  readonly file?: FileOperation<Made>;
  /**
   * Runs in the transaction of the capture. Returns null and writes nothing if the command needs a file that is not stored yet.
   */
  readonly command: (
    tx: Transaction,
    capture: Capture,
    made: Made | null,
  ) => Promise<ResultWithLogEntry<Answer> | null>;
}

export interface CaptureAttempt extends Omit<Capture, 'authorId' | 'branchId' | 'isKeyed'> {
  readonly author: Author;
  /** Idempotency key. Null if the request has no key; the command then runs each time the request is sent. */
  readonly once: KeyedRequest | null;
  /** Determines the branch. Called inside the transaction, and also before the transaction if a file must be stored. */
  readonly branchOf: (db: Executor) => Promise<string>;
}

/**
 * Response of the command. `kept` contains the other data that are stored with the response under the idempotency key; null for
 * a request without a key.
 */
export interface CaptureOutcome<Answer> {
  readonly answer: Answer;
  readonly kept: Omit<StoredOutcome<Answer>, 'answer'> | null;
}

/**
 * Adds the author to a log entry, because the entry itself names only the sender. Adds nothing if the author is also the
 * sender.
 */
function attributeToAuthor(entry: ActivityEntry, { sender, authorId }: Capture): ActivityEntry {
  if (authorId === sender.userId) return entry;
  return { ...entry, detail: { ...entry.detail, captured_by: authorId } };
}

/**
 * Returns the SQL statement that stores the author's consent, in an array. The array is empty if the author is also the sender,
 * because then no consent is needed.
 */
function createConsentInserts(
  tx: Transaction,
  { author, once, receivedAt }: CaptureAttempt,
  sender: Actor,
): SqlStatement[] {
  if (!author.consent || !once) return [];
  const parties = { capturedBy: author.id, sentBy: sender.userId, key: once.key, receivedAt };
  return [consentInsertStatement(tx, { ...parties, ...author.consent })];
}

type Execution<Answer> = (tx: Transaction) => Promise<CommandResult<Answer> | null>;

const createExecution =
  <Answer>(
    attempt: CaptureAttempt,
    command: (tx: Transaction, capture: Capture) => Promise<ResultWithLogEntry<Answer> | null>,
  ): Execution<Answer> =>
  async (tx) => {
    const { author, once, branchOf, ...known } = attempt;
    const branchId = await branchOf(tx);
    const capture = { ...known, branchId, authorId: author.id, isKeyed: once !== null };
    const recorded = await command(tx, capture);
    if (!recorded) return null;
    const { answer, entry, also = [], last = [] } = recorded;
    const lines = (entry ? [entry, ...also] : also).map((line) =>
      pendingEntryStatement(tx, auditContextOfCapture(capture), attributeToAuthor(line, capture)),
    );
    return { answer, last: [...last, ...createConsentInserts(tx, attempt, capture.sender), ...lines] };
  };

async function runExecution<Answer extends object>(
  db: Database,
  once: KeyedRequest | null,
  execution: Execution<Answer>,
): Promise<CaptureOutcome<Answer> | null> {
  if (once) {
    const outcome = await executeOnce(db, once, execution);
    return outcome && { answer: outcome.answer, kept: outcome };
  }
  return runTransactionWithFinalStatements<CaptureOutcome<Answer> | null>(db, async (tx) => {
    const executed = await execution(tx);
    const result = executed && { answer: executed.answer, kept: null };
    return { result, last: executed?.last ?? [] };
  });
}

/**
 * Idempotency keys whose files are being processed. The processing runs outside of a transaction, so no database lock protects
 * the key.
 */
const keysInProgress = new Set<string>();

/**
 * Runs the work of an idempotency key, at most once at a time in this process.
 * @throws idempotency_in_progress while work of the same key runs
 */
async function runUnlessKeyInProgress<Result>(
  once: KeyedRequest | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!once) return work();
  const name = `${once.userId} ${once.key}`;
  if (keysInProgress.has(name)) throw requestInProgressError();
  keysInProgress.add(name);
  try {
    return await work();
  } finally {
    keysInProgress.delete(name);
  }
}

/**
 * Returns the stored response of the key, or the processed file; the file is null if it has already arrived. All errors that do
 * not depend on the file's content are thrown here.
 */
async function findResponseOrProcessFile<Answer, Made>(
  db: Database,
  { once, branchOf, sender, captureId }: CaptureAttempt,
  { isNeeded, make }: FileOperation<Made>,
): Promise<{ readonly stored: StoredOutcome<Answer> } | { readonly made: Made | null }> {
  const stored = once && (await findStoredOutcome<Answer>(db, once));
  if (stored) return { stored };
  await branchOf(db);
  return { made: (await isNeeded(db, sender, captureId)) ? await make() : null };
}

/**
 * Runs a capture once for each key (S7). A retry receives the stored response without a check of the branch, because the user
 * may have lost the right to act for that branch in the meantime.
 */
export async function executeCapture<Answer extends object, Made>(
  db: Database,
  attempt: CaptureAttempt,
  { file, command }: CaptureOperation<Answer, Made>,
): Promise<CaptureOutcome<Answer>> {
  return runUnlessKeyInProgress(attempt.once, async () => {
    const ready = file ? await findResponseOrProcessFile<Answer, Made>(db, attempt, file) : { made: null };
    if ('stored' in ready) return { answer: ready.stored.answer, kept: ready.stored };
    const execution = createExecution(attempt, (tx, capture) => command(tx, capture, ready.made));
    const outcome = await runExecution(db, attempt.once, execution);
    if (!outcome) throw new Error('A capture never became ready');
    await linkEntriesAndWait(db);
    return outcome;
  });
}
