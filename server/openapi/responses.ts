import type * as z from 'zod/mini';
import { HTTP_STATUS_BY_ERROR_CODE, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { Session } from '#contract/records/people/auth.ts';
import type { Route } from '#contract/routes/routes.ts';
import { ERROR_CODE_DESCRIPTIONS, errorCodesOf } from './codes.ts';
import type { FullCallDescription } from './call-description.ts';
import { exampleOf } from './examples.ts';
import type { ResponseHeaderName } from './headers.ts';
import { schemaReference } from './schemas.ts';

const createHeaderReferences = (...names: ResponseHeaderName[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});

const HEADER_BY_ERROR_CODE: Partial<Record<ErrorCode, ResponseHeaderName>> = {
  rate_limited: 'Retry-After',
  unavailable: 'Retry-After',
  idempotency_in_progress: 'Retry-After',
  proof_stale: 'X-Provider-Time',
};

function errorResponse(codes: readonly ErrorCode[]) {
  const headers = codes.map((code) => HEADER_BY_ERROR_CODE[code]).filter((name) => name !== undefined);
  const code = { type: 'string', enum: codes };
  return {
    description: codes.map((each) => `\`${each}\`: ${ERROR_CODE_DESCRIPTIONS[each]}`).join('\n\n'),
    ...createHeaderReferences('X-Request-Id', ...new Set(headers)),
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

/** Returns the codes of each error status of a call. */
function errorCodesByStatus(
  route: Route,
  description: FullCallDescription,
): [status: number, codes: ErrorCode[]][] {
  const codes = errorCodesOf(route, description);
  const statuses = new Set(codes.map((code) => HTTP_STATUS_BY_ERROR_CODE[code]));
  return [...statuses].map((status) => [
    status,
    codes.filter((code) => HTTP_STATUS_BY_ERROR_CODE[code] === status),
  ]);
}

const errorResponseNameOf = ([status, codes]: readonly [number, readonly ErrorCode[]]): string =>
  [status, ...codes].join('.');

/** Returns the error responses of all calls by name. Calls with the same status and codes share one response. */
export function rejectionResponses(calls: readonly (readonly [Route, FullCallDescription])[]) {
  const all = calls
    .flatMap((call) => errorCodesByStatus(...call))
    .map((each) => [errorResponseNameOf(each), errorResponse(each[1])] as const);
  return Object.fromEntries([...new Map(all)].sort(([one], [other]) => one.localeCompare(other, 'en')));
}

/** Returns the content of a JSON body with its example, in which `changes` replace parts. */
export const jsonContent = (schema: z.ZodMiniType, changes?: object) => ({
  'application/json': { schema: schemaReference(schema), example: exampleOf(schema, changes) },
});

const BINARY_SCHEMA = { type: 'string', format: 'binary' } as const;

function responseContentOf({ answer: schema }: Route, { answer, bytes }: FullCallDescription) {
  if (schema) return { content: jsonContent(schema, answer) };
  if (!bytes) return {};
  return { content: Object.fromEntries(bytes.types.map((type) => [type, { schema: BINARY_SCHEMA }])) };
}

function successHeadersOf(route: Route, { bytes }: FullCallDescription) {
  const { answer, etag, idempotent, ifMatch, method, path } = route;
  const setsCookie = path === '/auth/logout' || (method === 'POST' && answer === Session);
  const rules: (readonly [boolean, ResponseHeaderName])[] = [
    [etag === true || ifMatch === true, 'ETag'],
    [idempotent === true, 'Idempotency-Status'],
    [setsCookie, 'Set-Cookie'],
    [bytes?.isNamed === true, 'Content-Disposition'],
  ];
  return createHeaderReferences('X-Request-Id', ...rules.flatMap(([holds, name]) => (holds ? [name] : [])));
}

const SUCCESS_TEXTS = { 200: 'Success.', 201: 'Created.', 204: 'Success without a body.' } as const;

export const responsesOfCall = (route: Route, description: FullCallDescription) => ({
  [String(route.status)]: {
    description: SUCCESS_TEXTS[route.status],
    ...successHeadersOf(route, description),
    ...responseContentOf(route, description),
  },
  ...(route.mayBeEmpty && { '204': { description: SUCCESS_TEXTS[204] } }),
  ...(route.etag && {
    '304': {
      description: 'The client already has this state.',
      ...createHeaderReferences('X-Request-Id', 'ETag'),
    },
  }),
  ...Object.fromEntries(
    errorCodesByStatus(route, description).map((each) => [
      each[0],
      { $ref: `#/components/responses/${errorResponseNameOf(each)}` },
    ]),
  ),
});
