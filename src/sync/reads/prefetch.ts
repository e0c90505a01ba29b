import type { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATIONS_KEPT_OFFLINE } from '#contract/limits.ts';
import { isQueue } from '#domain/evaluation/listing.ts';
import { readAccount } from '#storage/account/accounts.ts';
import { isKept, pruneKept } from '#storage/cache/cache.ts';
import { probe } from '../outbox/probe.ts';
import { Refused, Unreachable, ask } from '../requests/api-request.ts';
import { isCallUnknown } from '../words/failure-text.ts';
import {
  evaluationPlace,
  fetchEvaluation,
  hasFile,
  readFile,
  type FileQuestion,
  type ListQuestion,
  type Reader,
} from './evaluations.ts';

/** One tab at a time; the others have the same device. */
const LOCK = 'ventanilla-prefetch';
/** Whoever works at the desk comes first on a thin line. */
const AT_ONCE = 2;

export type PrefetchEnd =
  /** Nobody here reads evaluations, or another tab is at it. */
  | 'not_due'
  | 'done'
  /** The link or the session ended; what came until then is kept. */
  | 'broken_off';

async function readerOfDevice(): Promise<Reader | null> {
  const account = await readAccount();
  if (!account?.branchId || account.gate !== 'open' || !account.actions.includes('manage_evaluations'))
    return null;
  return { ownerId: account.userId, branchId: account.branchId };
}

/** True when asking on would be in vain for all of them. What something else answers may be of one alone: the health tells (S6). */
async function endsAll(error: Unreachable | Refused): Promise<boolean> {
  if (error instanceof Refused) return error.status === 401 || error.status >= 500;
  return error.reason !== 'portal' || !(await probe()).reached;
}

/** What a round has found out: one that gives no files out is asked for one, not for a hundred. */
interface Round {
  givesFiles: boolean;
}

async function keepFile(reader: Reader, question: FileQuestion, round: Round): Promise<void> {
  if (!round.givesFiles || (await hasFile(reader, question))) return;
  try {
    await readFile(reader, question, false);
  } catch (error) {
    if (!isCallUnknown(error)) throw error;
    round.givesFiles = false;
  }
}

/** One evaluation with its pictures. An evaluation that is refused, damaged or intercepted is no reason to go without the others. */
async function keep(reader: Reader, id: string, round: Round): Promise<void> {
  const { evaluation } = await fetchEvaluation(reader, id, false);
  for (const { id: fileId, storage_path: storagePath } of evaluation.media)
    await keepFile(reader, { evaluationId: id, fileId, storagePath }, round);
}

async function keepAll(reader: Reader, ids: readonly string[]): Promise<PrefetchEnd> {
  const left = [...ids];
  const round: Round = { givesFiles: true };
  let end: PrefetchEnd = 'done';
  const hand = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      try {
        await keep(reader, id, round);
      } catch (error) {
        if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
        if (!(await endsAll(error))) continue;
        end = 'broken_off';
        left.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  return end;
}

async function run(): Promise<PrefetchEnd> {
  const reader = await readerOfDevice();
  if (!reader) return 'not_due';
  const answer = await ask('listEvaluations', { query: { page: 1, page_size: EVALUATIONS_KEPT_OFFLINE } });
  if (answer.type !== 'ok') return 'broken_off';
  const ids = answer.body.items.map((item) => item.id);
  const end = await keepAll(reader, ids);
  await pruneKept(reader, new Set(ids), Date.now());
  return end;
}

/**
 * R2: the branch's newest open evaluations, with their pictures, lie on the device of whoever works on them. What has
 * not changed costs a 304. Storage that fails is told to the caller.
 */
export const prefetchEvaluations = (): Promise<PrefetchEnd> =>
  navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? run() : 'not_due'));

/**
 * Of the branch, unfiltered, and either the newest or no more than are kept here: only then is whatever the device lacks
 * certain to be among those that a round brings.
 */
const areKept = ({ filters, page }: ListQuestion, total: number): boolean =>
  [filters.search, filters.from, filters.to, filters.companyId].every((text) => text === '') &&
  (isQueue(filters) ? total <= EVALUATIONS_KEPT_OFFLINE : page === 1);

/** After a list came: an open evaluation that the device lacks is worth a round before the next one is due. */
export async function prefetchIfNew(
  reader: Reader,
  question: ListQuestion,
  { items, total }: EvaluationList,
): Promise<PrefetchEnd> {
  if (!areKept(question, total)) return 'not_due';
  const open = items.filter(({ status }) => status !== 'cerrada');
  for (const { id } of open) if (!(await isKept(reader, evaluationPlace(id)))) return prefetchEvaluations();
  return 'not_due';
}
