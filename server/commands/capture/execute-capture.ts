import type { Actor } from '../../access/actor.ts';
import type { Author } from '../../access/author.ts';
import { type Capture, traceOfCapture } from '../../access/capture.ts';
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
import { linked } from '../log/link-lines.ts';
import { type ActivityEntry, type Recorded, unlinkedStatement } from '../log/record-activity.ts';
import { consentStatement } from './record-consent.ts';

/** The file that a capture brings. */
interface FileWork<Made> {
  /**
   * False where it has come already. Reads alone, outside of any transaction: the command judges again.
   * @throws whatever the command would refuse without looking at the file
   */
  readonly isNeeded: (db: Executor, sender: Actor, captureId: string | null) => Promise<boolean>;
  /** Slow, and done outside of any transaction: no connection of the database waits for a picture that is decoded. */
  readonly make: () => Promise<Made>;
}

/** What a capture comes to. */
export interface Work<Answer, Made> {
  readonly file?: FileWork<Made>;
  /** In its transaction; null, and nothing written, where it comes to a file that is not made yet. */
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
  /** Settled inside the transaction; asked before, too, where there is a file to make. */
  readonly branchOf: (db: Executor) => Promise<string>;
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

/** What is kept of a consent; nothing where the sender needed none. */
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
    const { answer, entry, also = [], last = [] } = recorded;
    const lines = (entry ? [entry, ...also] : also).map((line) =>
      unlinkedStatement(tx, traceOfCapture(capture), attributed(line, capture)),
    );
    return { answer, last: [...last, ...consentOf(tx, attempt, capture.sender), ...lines] };
  };

/** Null without its file. */
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

/** The key's stored answer, or the file; null where it came before. Throws each refusal that needs no file. */
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
 * Runs what a desk confirmed, once a key (S7). The branch is settled inside: a repetition gets its answer even if the
 * user may no longer act for that branch.
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
    if (!outcome) throw new Error('A capture that is never ready');
    await linked(db);
    return outcome;
  });
}
