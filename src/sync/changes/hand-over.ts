import type { HandedItem } from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { ask } from '../requests/api-request.ts';
import { resultOf, type SaveResult } from '../requests/saving.ts';

/** What is handed over, and of which closing. */
export interface HandedOver {
  readonly id: string;
  readonly version: number;
  readonly items: readonly HandedItem[];
}

/** Keeps that a worker received documents; once for each closing. */
export async function handOver(
  { id, version, items }: HandedOver,
  signature: Blob,
): Promise<SaveResult<Evaluation>> {
  const body = new FormData();
  body.set('version', String(version));
  body.set('items', items.join());
  body.set('file', signature, 'signature.png');
  return resultOf(await ask('handOver', { params: { id }, body }));
}
