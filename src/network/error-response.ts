import { AnyErrorBody } from '#contract/errors.ts';
import { HEADER, REQUEST_ID_PATTERN } from '#contract/headers.ts';
import type { Route } from '#contract/routes/definition/route.ts';
import { parseRetryAfterMs } from '#domain/outbox/backoff.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { RESPONSE_UNCLEAR_CODE } from '#domain/outbox/outcome.ts';
import { tryParseJson } from '#domain/text/json.ts';
import type { ApiResponse } from './response.ts';
import { readBodyBytes } from './read-body.ts';

/** A gateway that rejects a request because of its size sends its own body, so only the status counts. */
const GATEWAY_SIZE_STATUSES = new Set([413, 414, 431]);
/** Statuses for a call that the server does not know, mostly with a page of the server's framework. */
const UNKNOWN_CALL_STATUSES = new Set([404, 405, 501]);
/**
 * Code for a call that the server does not know. No server sends it. The response's text is not shown, because it comes from a
 * framework.
 */
export const CALL_UNKNOWN_CODE = 'call_unknown';
/** Statuses of a proxy or network that requires a sign-in; our server never sends them (RFC 9110, RFC 6585). */
const PROXY_SIGN_IN_STATUSES = new Set([407, 511]);

/** Maximum size of an error body, bytes; the rest is not read. */
const ERROR_BODY_MAX_BYTES = 65_536;
const MESSAGE_MAX_LENGTH = 2_000;
const MAX_ERROR_DETAILS = 100;
const STATUS_TEXT_MAX_LENGTH = 100;

const isJsonContentType = (contentType: string): boolean =>
  /^application\/([\w.-]+\+)?json\b/i.test(contentType);
const isHtmlContentType = (contentType: string): boolean =>
  /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType);

/**
 * Detects an HTML page by its first characters, whatever the content type, because a captive portal may use the requested type.
 * A comment ends at its first `-->`; a pattern without this rule takes exponential time for a body of comments.
 */
const HTML_START_PATTERN =
  /^\s*(<!--[^-]*(?:-(?!->)[^-]*)*-->\s*)*<(!doctype html|html|head|body|meta|title|script)\b/i;
export const isHtmlPage = (contentType: string, text: string): boolean =>
  isHtmlContentType(contentType) || HTML_START_PATTERN.test(text);

const readBodyStartText = async (response: Response): Promise<string> =>
  new TextDecoder().decode((await readBodyBytes(response, ERROR_BODY_MAX_BYTES)).bytes);

const truncateText = (text: string, most = MESSAGE_MAX_LENGTH): string => text.trim().slice(0, most);

/** Returns `message`, otherwise `error`, of an error body (P8); null if the body is no error object. */
function parseErrorBody(text: string): Pick<Rejection, 'code' | 'message' | 'details'> | null {
  const parsed = AnyErrorBody.safeParse(tryParseJson(text));
  if (!parsed.success) return null;
  const { code, message, error, details } = parsed.data;
  const words = [message, error].map((said) => truncateText(said ?? '')).find((said) => said !== '');
  return {
    code: code === undefined ? null : truncateText(code, STATUS_TEXT_MAX_LENGTH),
    message: words ?? '',
    details: details
      .slice(0, MAX_ERROR_DETAILS)
      .map((detail) => ({ field: truncateText(detail.field), message: truncateText(detail.message) })),
  };
}

/** Returns true if the server does not know a call beyond the base contract. A captive portal would send status 200. */
const isUnknownCall = ({ ours }: Route, status: number): boolean =>
  ours === true && UNKNOWN_CALL_STATUSES.has(status);

/**
 * Returns true for a status that no captive portal sends, so that the response counts as an error response even with an HTML
 * page as body (S6).
 */
const isStatusFromServer = (route: Route, status: number): boolean =>
  status === 401 || status >= 500 || GATEWAY_SIZE_STATUSES.has(status) || isUnknownCall(route, status);

/** Returns true for invalid JSON: the response was altered in transit, so its code is unknown. */
const isInvalidJson = (contentType: string, text: string): boolean =>
  isJsonContentType(contentType) && text.trim() !== '' && tryParseJson(text) === undefined;

function codeWithoutBody(route: Route, status: number, broken: boolean): string | null {
  if (isUnknownCall(route, status)) return CALL_UNKNOWN_CODE;
  return broken ? RESPONSE_UNCLEAR_CODE : null;
}

/** Converts a response with a status of 400 or more to an error of the server, or to an unexpected response (S6). */
export async function parseErrorResponse(
  route: Route,
  response: Response,
  now: number,
): Promise<ApiResponse<never>> {
  const { status, headers, statusText } = response;
  const text = await readBodyStartText(response);
  const contentType = headers.get('content-type') ?? '';
  const requestId = headers.get(HEADER.requestId) ?? '';
  const said = parseErrorBody(text);
  const isOfPage = said === null && isHtmlPage(contentType, text);
  if (PROXY_SIGN_IN_STATUSES.has(status) || (isOfPage && !isStatusFromServer(route, status)))
    return { type: 'foreign' };
  const code = codeWithoutBody(route, status, isInvalidJson(contentType, text));
  const refusal: Rejection = {
    status,
    ...(said ?? { code, message: '', details: [] }),
    ...(statusText !== '' && { statusText: truncateText(statusText, STATUS_TEXT_MAX_LENGTH) }),
    ...(REQUEST_ID_PATTERN.test(requestId) && { requestId }),
  };
  return { type: 'error', refusal, retryAfter: parseRetryAfterMs(headers.get('retry-after'), now) };
}
