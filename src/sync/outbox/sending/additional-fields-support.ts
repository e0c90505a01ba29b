import { HEADER } from '#contract/headers.ts';
import { tryParseJson } from '#domain/text/json.ts';
import {
  readAdditionalFieldsSupport,
  recordUnsupportedAndDropFields,
  recordAdditionalFieldsOffered,
} from '#storage/database/additional-fields-support.ts';
import type { ApiResponse } from '#network/response.ts';
import { backgroundClient, requestHealth } from '../../api/api-client.ts';

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

/** Fields of a registration that a base-contract server may reject. */
const EXTENSION_FIELDS = ['additional_fields', 'proposed_companies'];

/** Returns true if the text may be a body with such fields; the exact test is slower. */
export const mayHaveExtensionFields = (text: string): boolean =>
  EXTENSION_FIELDS.some((field) => text.includes(`"${field}"`));

/**
 * Returns the stored body as the server accepts it: without these fields for a base-contract server, which does not compare the
 * bodies of two requests with one idempotency key (S7); otherwise unchanged. Such a server rejects a company that only a
 * proposal describes, and the user then chooses another one.
 */
export async function adaptBodyToServer(text: string): Promise<string> {
  const body: unknown = tryParseJson(text);
  if (typeof body !== 'object' || body === null || !EXTENSION_FIELDS.some((field) => field in body))
    return text;
  if (!(await isBaseContractServer())) return text;
  return JSON.stringify(
    Object.fromEntries(Object.entries(body).filter(([field]) => !EXTENSION_FIELDS.includes(field))),
  );
}
