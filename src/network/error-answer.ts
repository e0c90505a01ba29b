import { AnyErrorBody } from '#contract/errors.ts';
import { HEADER, REQUEST_ID } from '#contract/headers.ts';
import type { Route } from '#contract/routes/route.ts';
import { parseRetryAfter } from '#domain/outbox/backoff.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import { ANSWER_UNCLEAR } from '#domain/outbox/outcome.ts';
import { parseJson } from '#domain/text/json.ts';
import type { Answer } from './answer.ts';
import { readBody } from './read-body.ts';

/** A gateway that refuses the size answers in its own words; that it is the size is certain by the status. */
const GATEWAY_SIZE_STATUSES = new Set([413, 414, 431]);
/** How a provider that has no such call says so, mostly by a page of its framework. */
const UNKNOWN_CALL_STATUSES = new Set([404, 405, 501]);
/** The code of such an answer; no provider sends it. Its words are the framework's and nobody's to read. */
export const CALL_UNKNOWN = 'call_unknown';
/** Said by a proxy or a network that wants a sign-in of its own, never by a provider (RFC 9110, RFC 6585). */
const PROXY_STATUSES = new Set([407, 511]);

/** An error has a few words; what is longer is not read to its end. */
const MOST_BYTES = 65_536;
const MOST_LETTERS = 2_000;
const MOST_DETAILS = 100;
const MOST_STATUS_LETTERS = 100;

const isJson = (contentType: string): boolean => /^application\/([\w.-]+\+)?json\b/i.test(contentType);
const isHtml = (contentType: string): boolean => /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType);

/**
 * Told by its beginning, whatever it calls itself: a portal may answer with the type that was asked for. A comment ends at its
 * first `-->`: were it free to end at another, a body of comments would take for ever to read.
 */
const PAGE = /^\s*(<!--[^-]*(?:-(?!->)[^-]*)*-->\s*)*<(!doctype html|html|head|body|meta|title|script)\b/i;
export const isPage = (contentType: string, text: string): boolean => isHtml(contentType) || PAGE.test(text);

const readHead = async (response: Response): Promise<string> =>
  new TextDecoder().decode((await readBody(response, MOST_BYTES)).bytes);

const short = (text: string, most = MOST_LETTERS): string => text.trim().slice(0, most);

/** P8: `message`, else `error`. Null where the body is no error object, of whatever type it says that it is. */
function readError(text: string): Pick<Refusal, 'code' | 'message' | 'details'> | null {
  const parsed = AnyErrorBody.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { code, message, error, details } = parsed.data;
  const words = [message, error].map((said) => short(said ?? '')).find((said) => said !== '');
  return {
    code: code === undefined ? null : short(code, MOST_STATUS_LETTERS),
    message: words ?? '',
    details: details
      .slice(0, MOST_DETAILS)
      .map((detail) => ({ field: short(detail.field), message: short(detail.message) })),
  };
}

/** A call of ours to a provider that has none of that. A portal would rather answer with a page of its own and 200. */
const isUnknownCall = ({ ours }: Route, status: number): boolean =>
  ours === true && UNKNOWN_CALL_STATUSES.has(status);

/** Statuses that are believed of a page, too (S6). */
const isBelieved = (route: Route, status: number): boolean =>
  status === 401 || status >= 500 || GATEWAY_SIZE_STATUSES.has(status) || isUnknownCall(route, status);

/** JSON that is none was altered on its way: which of its codes the provider gave, nobody knows. */
const isBroken = (contentType: string, text: string): boolean =>
  isJson(contentType) && text.trim() !== '' && parseJson(text) === undefined;

function codeOfBare(route: Route, status: number, broken: boolean): string | null {
  if (isUnknownCall(route, status)) return CALL_UNKNOWN;
  return broken ? ANSWER_UNCLEAR : null;
}

/** What a status of 400 or more means: an error of the provider, with its words as far as it has any, or something else's page (S6). */
export async function errorAnswer(route: Route, response: Response, now: number): Promise<Answer<never>> {
  const { status, headers, statusText } = response;
  const text = await readHead(response);
  const contentType = headers.get('content-type') ?? '';
  const requestId = headers.get(HEADER.requestId) ?? '';
  const said = readError(text);
  const isOfPage = said === null && isPage(contentType, text);
  if (PROXY_STATUSES.has(status) || (isOfPage && !isBelieved(route, status))) return { type: 'foreign' };
  const code = codeOfBare(route, status, isBroken(contentType, text));
  const refusal: Refusal = {
    status,
    ...(said ?? { code, message: '', details: [] }),
    ...(statusText !== '' && { statusText: short(statusText, MOST_STATUS_LETTERS) }),
    ...(REQUEST_ID.test(requestId) && { requestId }),
  };
  return { type: 'error', refusal, retryAfter: parseRetryAfter(headers.get('retry-after'), now) };
}
