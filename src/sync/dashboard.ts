import { DashboardSummary } from '#contract/dashboard.ts';
import * as cache from '#storage/cache.ts';
import type { CachePlace, Reader } from '#storage/cache.ts';
import type { Account } from '#storage/accounts.ts';
import { ask, failureOf } from './asking.ts';
import { keeping } from './keeping.ts';

export interface DatedFigures {
  readonly summary: DashboardSummary;
  /** When the provider last said so. Milliseconds. */
  readonly fetchedAt: number;
}

const PLACE: CachePlace = { kind: 'figures', name: 'dashboard', evaluationId: null };
const ALL_BRANCHES = 'all';

/** Whose figures, and of which branch: those of all of them have a place of their own. */
export const figuresReader = ({ userId, branchId }: Account): Reader => ({
  ownerId: userId,
  branchId: branchId ?? ALL_BRANCHES,
});

export async function recallFigures(reader: Reader): Promise<DatedFigures | null> {
  const kept = await cache.recallJson(reader, PLACE, DashboardSummary);
  return kept && { summary: kept.value, fetchedAt: kept.fetchedAt };
}

/** The figures as they are now, kept for the next start without network. @throws Unreachable, Refused */
export async function fetchFigures(reader: Reader): Promise<DatedFigures> {
  const answer = await ask('dashboardSummary');
  if (answer.type !== 'ok') throw failureOf(answer);
  const fetchedAt = Date.now();
  await keeping(true, cache.keepJson(reader, PLACE, answer.body, { fetchedAt, opened: true }));
  return { summary: answer.body, fetchedAt };
}
