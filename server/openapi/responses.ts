import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import type { Route } from '#contract/routes/routes.ts';
import { CODE_TEXTS, codesOf } from './codes.ts';
import type { AnyCallDescription } from './call-description.ts';
import type { ResponseHeader } from './parameters.ts';
import { refTo } from './schemas.ts';

interface Ref {
  readonly $ref: string;
}
interface DescribedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref>>;
  readonly content?: Readonly<Record<string, object>>;
}

const headersNamed = (...names: ResponseHeader[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});

/** Response header that accompanies each code. */
const CODE_HEADERS: Partial<Record<ErrorCode, ResponseHeader>> = {
  rate_limited: 'Retry-After',
  unavailable: 'Retry-After',
  idempotency_in_progress: 'Retry-After',
  proof_stale: 'X-Provider-Time',
};

/** Describes the error response with one status: an ErrorBody with one of these codes. */
function refusal(codes: readonly ErrorCode[]): DescribedResponse {
  const headers = codes.map((code) => CODE_HEADERS[code]).filter((name) => name !== undefined);
  const code = { type: 'string', enum: codes };
  return {
    description: codes.map((each) => `\`${each}\`: ${CODE_TEXTS[each]}`).join('\n\n'),
    ...headersNamed('X-Request-Id', ...new Set(headers)),
    content: {
      'application/json': {
        schema: { allOf: [refTo(ErrorBody), { type: 'object', properties: { code } }] },
        examples: Object.fromEntries(
          codes.map((each) => [
            each,
            { value: { code: each, message: 'Texto para la persona.', details: [] } },
          ]),
        ),
      },
    },
  };
}

const nameOf = (status: number, codes: readonly ErrorCode[]): string => `${status}.${codes.join('.')}`;

/**
 * Collects the error responses of all calls; calls with the same codes share one response. `ofCall` returns references to the
 * responses of one call.
 */
export class Rejections {
  readonly #all = new Map<string, DescribedResponse>();

  ofCall(route: Route, description: AnyCallDescription): Record<string, Ref> {
    const codes = codesOf(route, description);
    const statuses = new Set(codes.map((code) => ERROR_STATUS[code]));
    return Object.fromEntries([...statuses].map((status) => [String(status), this.#refusal(status, codes)]));
  }

  /** Returns a reference to the response with this status, which lists those of the codes that have it. */
  #refusal(status: number, codes: readonly ErrorCode[]): Ref {
    const own = codes.filter((code) => ERROR_STATUS[code] === status);
    const name = nameOf(status, own);
    this.#all.set(name, refusal(own));
    return { $ref: `#/components/responses/${name}` };
  }

  components(): Record<string, DescribedResponse> {
    return Object.fromEntries([...this.#all].sort(([one], [other]) => one.localeCompare(other, 'en')));
  }
}

const BINARY = { type: 'string', format: 'binary' } as const;

function contentOf(
  { answer: schema }: Route,
  { answer, bytes }: AnyCallDescription,
): Pick<DescribedResponse, 'content'> {
  if (schema) return { content: { 'application/json': { schema: refTo(schema), example: answer } } };
  if (!bytes) return {};
  return { content: Object.fromEntries(bytes.types.map((type) => [type, { schema: BINARY }])) };
}

function headersOf({ etag, ifMatch, idempotent }: Route, { bytes, setsCookie }: AnyCallDescription) {
  const rules: (readonly [boolean, ResponseHeader])[] = [
    [etag === true || ifMatch === true, 'ETag'],
    [idempotent === true, 'Idempotency-Status'],
    [setsCookie === true, 'Set-Cookie'],
    [bytes?.isNamed === true, 'Content-Disposition'],
  ];
  return headersNamed('X-Request-Id', ...rules.flatMap(([holds, name]) => (holds ? [name] : [])));
}

const SUCCESS = { 200: 'Success.', 201: 'Created.', 204: 'Success without a body.' } as const;

/** Returns the responses of a call, by status. */
export const responsesOf = (route: Route, description: AnyCallDescription, rejections: Rejections) => ({
  [String(route.status)]: {
    description: SUCCESS[route.status],
    ...headersOf(route, description),
    ...contentOf(route, description),
  },
  ...(route.mayBeEmpty && { '204': { description: SUCCESS[204] } }),
  ...(route.etag && {
    '304': { description: 'The client already has this state.', ...headersNamed('X-Request-Id', 'ETag') },
  }),
  ...rejections.ofCall(route, description),
});
