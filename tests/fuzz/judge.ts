import * as z from 'zod/mini';
import { HTTP_STATUS_BY_ERROR_CODE, ErrorBody } from '#contract/errors.ts';
import type { EncodedCall } from './call.ts';
import type { CallOutcome } from './wire.ts';

/**
 * Matches text that reveals server internals. No request contains such text. In JSON a line break appears as two characters.
 */
const LEAKED_INTERNALS_PATTERN =
  /(?:\n|\\n)\s+at \S|node_modules|\/server\/\w|\.ts:\d|duplicate key|violates|syntax error at|SQLSTATE|drizzle|pg_catalog/;
const SUCCESS_STATUSES = [200, 201, 204, 304];

/** Size in bytes above which the server may reject a body and close the connection before the upload is complete. */
const LARGE_BODY_BYTES = 60_000;

type ResponseOutcome = Extract<CallOutcome, { type: 'answer' }>;

function problemOfError({ headers, body, status }: ResponseOutcome, isHead: boolean): string | null {
  if (isHead) return null;
  if (headers.get('content-type')?.startsWith('application/json') !== true)
    return 'an error that is not JSON';
  const text = body.toString();
  if (LEAKED_INTERNALS_PATTERN.test(text)) return 'an error that tells of the inside';
  const parsed = z.strictObject(ErrorBody.shape).safeParse(parseJsonOrUndefined(text));
  if (!parsed.success) return "an error that is not the contract's";
  return HTTP_STATUS_BY_ERROR_CODE[parsed.data.code] === status ? null : 'an error code with another status';
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The value undefined is not a valid ErrorBody, so the caller reports it.
  }
}

/** Returns the fault in the server's response to the call; null if the response is correct. */
export function findResponseProblem(call: EncodedCall, outcome: CallOutcome): string | null {
  switch (outcome.type) {
    case 'hang':
      return 'no answer in time';
    case 'closed':
      if (!call.isHonest || call.body.length > LARGE_BODY_BYTES) return null;
      return 'closed without an answer';
    case 'answer':
      if (outcome.status >= 500) return `status ${outcome.status}`;
      if (outcome.status >= 400) return problemOfError(outcome, call.method === 'HEAD');
      return SUCCESS_STATUSES.includes(outcome.status) ? null : `status ${outcome.status}`;
  }
}
