import type { HandedItem } from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { ask } from '../requests/api-request.ts';
import { resultOf, type SaveResult } from '../requests/saving.ts';

/** Documents that are handed over, and their signed version. */
export interface HandedOver {
  readonly id: string;
  readonly version: number;
  readonly items: readonly HandedItem[];
}

/** Records that a worker received documents; once for each signed version. */
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
