import { ExamPackages, type ExamPackage } from '#contract/records/exam-packages.ts';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, Reader } from '#storage/cache/cache.ts';
import { tolerateFullDisk } from '../api/tolerate-full-disk.ts';
import { probe } from '../outbox/probe.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { isCallUnknown } from '../words/failure-text.ts';

export interface DatedPackages {
  readonly items: readonly ExamPackage[];
  readonly fetchedAt: number;
}

const PLACE: CacheKey = { kind: 'list', name: 'exam-packages', evaluationId: null };

/** @throws Unreachable, Refused */
export async function askExamPackages(): Promise<ExamPackages> {
  const answer = await ask('listExamPackages');
  if (answer.type !== 'ok') throw failureOf(answer);
  return answer.body;
}

/** A provider without packages has none. */
async function packagesOrNone(): Promise<ExamPackages> {
  try {
    return await askExamPackages();
  } catch (error) {
    // A gateway that has lost its provider says the same: what is kept stays then.
    if (isCallUnknown(error) && (await probe()).reached) return { items: [] };
    throw error;
  }
}

/** As the provider has them now, kept for who opens an evaluation without network. @throws Unreachable, Refused */
export async function fetchExamPackages(reader: Reader): Promise<DatedPackages> {
  const { items } = await packagesOrNone();
  const fetchedAt = Date.now();
  await tolerateFullDisk(true, cache.keepJson(reader, PLACE, { items }, { fetchedAt, opened: false }));
  return { items, fetchedAt };
}

export async function recallExamPackages(reader: Reader): Promise<DatedPackages | null> {
  const kept = await cache.recallJson(reader, PLACE, ExamPackages);
  return kept && { ...kept.value, fetchedAt: kept.fetchedAt };
}
