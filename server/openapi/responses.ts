import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import type { Route } from '#contract/routes/routes.ts';
import { CODE_TEXTS, errorCodesOf } from './codes.ts';
import type { AnyCallDescription } from './call-description.ts';
import { exampleOf } from './examples.ts';
import type { ResponseHeader } from './parameters.ts';
import { schemaReference } from './schemas.ts';

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

const CODE_HEADERS: Partial<Record<ErrorCode, ResponseHeader>> = {
  rate_limited: 'Retry-After',
  unavailable: 'Retry-After',
  idempotency_in_progress: 'Retry-After',
  proof_stale: 'X-Provider-Time',
};

function errorResponse(codes: readonly ErrorCode[]): DescribedResponse {
  const headers = codes.map((code) => CODE_HEADERS[code]).filter((name) => name !== undefined);
  const code = { type: 'string', enum: codes };
  return {
    description: codes.map((each) => `\`${each}\`: ${CODE_TEXTS[each]}`).join('\n\n'),
    ...headersNamed('X-Request-Id', ...new Set(headers)),
    content: {
      'application/json': {
        schema: { allOf: [schemaReference(ErrorBody), { type: 'object', properties: { code } }] },
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
 * Collects the error responses of all calls. Calls with the same status and codes share one response, to which `responsesOfCallRoute` returns
 * references.
 */
export class RejectionResponses {
  readonly #all = new Map<string, DescribedResponse>();

  responsesOfCallRoute(route: Route, description: AnyCallDescription): Record<string, Ref> {
    const codes = errorCodesOf(route, description);
    const statuses = new Set(codes.map((code) => ERROR_STATUS[code]));
    return Object.fromEntries([...statuses].map((status) => [String(status), this.#refusal(status, codes)]));
  }

  /**
   * Returns a reference to the error response with this status. The response lists the codes in `codes` that have this status.
   */
  #refusal(status: number, codes: readonly ErrorCode[]): Ref {
    const own = codes.filter((code) => ERROR_STATUS[code] === status);
    const name = nameOf(status, own);
    this.#all.set(name, errorResponse(own));
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
  if (schema)
    return {
      content: {
        'application/json': { schema: schemaReference(schema), example: exampleOf(schema, answer) },
      },
    };
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

const SUCCESS_TEXTS = { 200: 'Success.', 201: 'Created.', 204: 'Success without a body.' } as const;

export const responsesOfCall = (
  route: Route,
  description: AnyCallDescription,
  rejections: RejectionResponses,
) => ({
  [String(route.status)]: {
    description: SUCCESS_TEXTS[route.status],
    ...headersOf(route, description),
    ...contentOf(route, description),
  },
  ...(route.mayBeEmpty && { '204': { description: SUCCESS_TEXTS[204] } }),
  ...(route.etag && {
    '304': { description: 'The client already has this state.', ...headersNamed('X-Request-Id', 'ETag') },
  }),
  ...rejections.responsesOfCallRoute(route, description),
});
