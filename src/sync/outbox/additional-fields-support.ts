import { HEADER } from '#contract/headers.ts';
import { tryParseJson } from '#domain/text/json.ts';
import {
  readAdditionalFieldsSupport,
  recordUnsupportedAndDropFields,
  recordAdditionalFieldsOffered,
} from '#storage/database/additional-fields-support.ts';
import type { ApiResponse } from '#network/response.ts';
import { backgroundClient, requestHealth } from '../api/api-client.ts';

/** Time of the last response that offered additional fields to this page or worker, ms since the epoch. */
let fieldsOfferedAt = Number.NEGATIVE_INFINITY;

const UNSUPPORTED_CALL_STATUSES = new Set([404, 405, 501]);

/**
 * Returns which kind of server lacks the call; null if the response does not show this, for example because it may come from a
 * gateway whose server restarts. Only our servers, of any version, send a request id.
 */
async function detectServerWithoutCall(
  response: ApiResponse<unknown>,
): Promise<'ours' | 'base_contract' | null> {
  if (response.type !== 'error' || !UNSUPPORTED_CALL_STATUSES.has(response.refusal.status)) return null;
  if (response.refusal.requestId !== undefined) return 'ours';
  const health = await requestHealth();
  return health.type === 'ok' && !health.headers.has(HEADER.requestId) ? 'base_contract' : null;
}

/**
 * Records whether the server offers additional fields, as far as its response to the list shows this. An earlier version of our
 * server ignores the field in a body; a base-contract server may reject it.
 */
export async function recordAdditionalFieldsSupport(response: ApiResponse<unknown>): Promise<void> {
  if (response.type === 'ok' || response.type === 'not_modified') {
    fieldsOfferedAt = Date.now();
    return recordAdditionalFieldsOffered();
  }
  const server = await detectServerWithoutCall(response);
  if (server === null) return;
  fieldsOfferedAt = Number.NEGATIVE_INFINITY;
  await recordUnsupportedAndDropFields(server === 'base_contract');
}

async function isBaseContractServer(): Promise<boolean> {
  const support = await readAdditionalFieldsSupport(Date.now(), fieldsOfferedAt);
  if (support !== 'unknown') return support === 'base_contract';
  const response = await backgroundClient.call('listAdditionalFields', { query: { page: 1, size: 1 } });
  await recordAdditionalFieldsSupport(response);
  return (await readAdditionalFieldsSupport(Date.now(), fieldsOfferedAt)) === 'base_contract';
}

const ADDITIONAL_FIELDS_KEY = 'additional_fields';

/** Returns true if the text may be a body with additional fields; the exact test is slower. */
export const mayHaveAdditionalFields = (text: string): boolean => text.includes(`"${ADDITIONAL_FIELDS_KEY}"`);

/**
 * Returns the stored body as the server accepts it: without additional fields for a base-contract server, which does not
 * compare the bodies of two requests with one idempotency key (S7); otherwise unchanged.
 */
export async function adaptBodyToServer(text: string): Promise<string> {
  const body: unknown = tryParseJson(text);
  if (typeof body !== 'object' || body === null || !(ADDITIONAL_FIELDS_KEY in body)) return text;
  if (!(await isBaseContractServer())) return text;
  const { [ADDITIONAL_FIELDS_KEY]: _left, ...others } = body;
  return JSON.stringify(others);
}
