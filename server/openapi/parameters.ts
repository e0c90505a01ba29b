import * as z from 'zod/mini';
import { IDEMPOTENCY_STATUSES } from '#contract/headers.ts';
import { LIST_ALIASES } from '#contract/lists.ts';
import { Attachment } from '#contract/records/evaluation/capture.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { Verification } from '#contract/records/evaluation/verification.ts';
import type { Route, routes } from '#contract/routes/routes.ts';
import type { AnyCallDescription } from './call-description.ts';
import { EXAMPLE_INSTANT, exampleId } from './example-values.ts';
import { componentName, exampleOf, idOf } from './examples.ts';
import { type JsonSchema, inlineSchema, allowedValuesOf } from './schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
type Ref = { readonly $ref: string };

type QueryOf<R> = R extends { readonly query: infer Query extends z.ZodMiniType }
  ? keyof z.output<Query>
  : never;
type QueryName = { [Name in keyof typeof routes]: QueryOf<(typeof routes)[Name]> }[keyof typeof routes];

const QUERY_TEXTS: Record<QueryName, string> = {
  q: 'Search text.',
  page: 'Page number, starting at 1.',
  page_size: 'Rows per page.',
  limit: 'Maximum number of rows.',
  include_inactive: 'True to list inactive rows too; the default is false.',
  sort: 'Field to sort by; an unknown field is ignored.',
  direction: 'Sort direction.',
  employer_company_id: 'Restricts the response to this employer.',
  contractor_company_id: 'Restricts the response to this contractor.',
  company_id: 'Restricts the branches to those of this company.',
  ids: 'Comma-separated ids of the options to return.',
  status: 'One status or, if the call accepts several, a comma-separated list.',
  actions: 'Comma-separated actions.',
  standing: 'Status of the device; `all` selects every status.',
  search:
    'Search text for names, identity documents and searchable additional fields. A document number, a verification code or the first eight characters of an id finds that evaluation, whatever the other filters.',
  from: 'First day, in Bogotá time.',
  to: 'Last day, in Bogotá time.',
  identification_type: 'Type of the identity document.',
  identification_number: 'Number of the identity document.',
  former_type: 'Document type that the given document replaces under the same number: TI, only with a CC.',
};

const PATIENT: Readonly<Record<string, unknown>> = exampleOf(Patient);

/**
 * Alternative parameter names that some calls accept: those in contract/records/catalogs.ts, and `limit` in the call that lists
 * occupations.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = { ...LIST_ALIASES, limit: 'page_size' };

interface FoldedQuery {
  readonly fields: z.ZodMiniObject;
  /**
   * Schema that replaces alternative names by the documented ones before the fields are parsed; null when the query accepts no
   * alternative names.
   */
  readonly fold: z.ZodMiniType | null;
}

function foldedQuery(query: z.ZodMiniType): FoldedQuery {
  if (query instanceof z.ZodMiniObject) return { fields: query, fold: null };
  if (query instanceof z.ZodMiniPipe && query.def.out instanceof z.ZodMiniObject)
    return { fields: query.def.out, fold: query.def.in as z.ZodMiniType };
  throw new Error('A query schema of the contract is not an object');
}

/**
 * Returns the alternative names of a field that the call accepts. Each name is tested against the schema, so that the document
 * lists no name that the call rejects.
 */
const otherNamesOf = (name: string, { fold }: FoldedQuery): string[] =>
  Object.keys(OTHER_NAMES).filter(
    (other) =>
      OTHER_NAMES[other] === name && fold !== null && name in Object(fold.safeParse({ [other]: '1' }).data),
  );

function queryParameter(name: string, folded: FoldedQuery): Parameter[] {
  const field = folded.fields.shape[name] as z.ZodMiniType;
  const isRequired = !field.safeParse(undefined).success;
  const taken = allowedValuesOf(field).map((word) => `\`${word}\``);
  const words = {
    description: [
      QUERY_TEXTS[name as QueryName],
      ...(taken.length > 0 ? [`Allowed values: ${taken.join(', ')}.`] : []),
    ].join(' '),
    schema: inlineSchema(field),
    ...(isRequired && { example: PATIENT[name] }),
  };
  return [
    { name, in: 'query', ...(isRequired && { required: true }), ...words },
    ...otherNamesOf(name, folded).map((other): Parameter => ({
      ...words,
      name: other,
      in: 'query',
      description: `Alias of \`${name}\`.`,
    })),
  ];
}

function queryParameters({ query }: Route): Parameter[] {
  if (!query) return [];
  const folded = foldedQuery(query);
  return Object.keys(folded.fields.shape).flatMap((name) => queryParameter(name, folded));
}

const PATH_TEXTS: Readonly<Record<string, readonly [description: string, example: unknown]>> = {
  code: ['Code as printed on the document.', exampleOf(Verification).code],
  path: ['The `storage_path` from a response, with its slashes.', exampleOf(Attachment).storage_path],
  resource: ['Name of the catalogue.', 'companies'],
  version: ['Number of the signed version.', 1],
};

const pathParameters = ({ path, params }: Route): Parameter[] =>
  [...path.matchAll(/\/([\w-]+)\/(?::(\w+)|\*)/g)].map(([, before = '', name = 'path']) => {
    const [description, example] = PATH_TEXTS[name] ?? ['Id of the record.', idOf(componentName(before))];
    const field = (params as z.ZodMiniObject | undefined)?.shape[name] as z.ZodMiniType | undefined;
    const schema = field ? inlineSchema(field) : { type: 'string' as const };
    return { in: 'path', required: true, name, description, schema, example };
  });

const text = (description: string, example: string, schema: JsonSchema = {}) =>
  ({ description, schema: { type: 'string', ...schema }, example }) as const;
const uuid = { format: 'uuid' } as const;

const REQUEST_HEADERS = {
  'Idempotency-Key': text(
    'Key under which the call is executed only once, even if it is sent several times: 1 to 128 visible characters.',
    exampleId('Key'),
    {
      pattern: '^[\\x21-\\x7e]{1,128}$',
    },
  ),
  'X-Capture-Id': text(
    'Id of the confirmation that the request belongs to; one confirmation creates one evaluation.',
    exampleId('Confirmation'),
    uuid,
  ),
  'X-Captured-At': text('Time when the user confirmed the data.', EXAMPLE_INSTANT, { format: 'date-time' }),
  'X-Captured-By': text(
    'User who confirmed the data; rejected in a session of another user without a valid `X-Consent`.',
    exampleId('Receptionist'),
    uuid,
  ),
  'X-Consent': text(
    'Consent of the user in `X-Captured-By` that this session sends the request: `v1 <instant> <HMAC-SHA-256, hex>`.',
    `v1 ${EXAMPLE_INSTANT} ${'0'.repeat(64)}`,
  ),
  'X-Turn': text(
    'Queue number of the patient on that day. No decision depends on it: a malformed number is ignored.',
    'B-14',
    {
      pattern: '^[A-Z]{1,3}-[1-9]\\d{0,3}$',
    },
  ),
  'X-Signature-Statement': text(
    'Text, time, device and signer of a signature: `SignatureStatement` as JSON in ASCII, at most 4,000 characters.',
    JSON.stringify(exampleOf(SignatureStatement)),
  ),
  'X-Branch-Id': text(
    'Branch where the data was captured, if it is not the active branch.',
    exampleId('Branch'),
    uuid,
  ),
  'Content-Digest': text(
    'Digest of the JSON body or of the file’s bytes (RFC 9530, only `sha-256`).',
    'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  ),
  'If-Match': text(
    'Executes the change only in this state of the record: the ETag, or `"r<revision>"` of a row.',
    '"r3"',
  ),
  'If-None-Match': text('Returns 304 if the client already has this state.', '"r3"'),
  'X-Prefetch': text('`1` if the device stores the response for later and no user reads it now.', '1', {
    enum: ['1'],
  }),
} as const;
type RequestHeader = keyof typeof REQUEST_HEADERS;

function requestHeadersOf(
  route: Route,
  { isKept, takesStatement, takesTurn: hasQueueNumber }: AnyCallDescription,
): RequestHeader[] {
  const captured = ['Idempotency-Key', 'X-Capture-Id', 'X-Captured-At', 'X-Captured-By'] as const;
  const rules: (readonly [boolean, ...RequestHeader[]])[] = [
    [route.idempotent === true, ...captured, 'X-Consent', 'X-Branch-Id'],
    [route.idempotent === true || route.body instanceof z.ZodMiniType, 'Content-Digest'],
    [route.ifMatch === true, 'If-Match'],
    [route.etag === true, 'If-None-Match'],
    [isKept === true, 'X-Prefetch'],
    [hasQueueNumber === true, 'X-Turn'],
    [takesStatement === true, 'X-Signature-Statement'],
  ];
  return rules.flatMap(([holds, ...names]) => (holds ? names : []));
}

export const RESPONSE_HEADERS = {
  ETag: text('State of the record or list, for `If-Match` and `If-None-Match`.', '"r3"'),
  'Idempotency-Status': text(
    '`stored`: the call was executed now. `replayed`: the response of the earlier execution.',
    'stored',
    {
      enum: [...IDEMPOTENCY_STATUSES],
    },
  ),
  'X-Provider-Time': text('Server time in milliseconds since 1970.', '1790000000000'),
  'X-Request-Id': text(
    'Id of the request in the server’s log, to be quoted in support requests.',
    'K7QM3-0XTP4',
  ),
  'Retry-After': text('Seconds to wait before the next attempt.', '2'),
  'Content-Disposition': text('Name of the file.', 'attachment; filename="concepto_0197c0de.pdf"'),
  'Set-Cookie': text(
    'Session cookie, or its removal.',
    'ventanilla_session=…; Path=/; HttpOnly; SameSite=Lax',
  ),
} as const;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const headerRef = (name: string): Ref => ({ $ref: `#/components/parameters/${name}` });

export const parametersOf = (route: Route, description: AnyCallDescription): (Parameter | Ref)[] => [
  ...pathParameters(route),
  ...queryParameters(route),
  ...requestHeadersOf(route, description).map(headerRef),
];

export const headerParameters = (): Record<string, Parameter> =>
  Object.fromEntries(
    Object.entries(REQUEST_HEADERS).map(([name, header]) => [name, { name, in: 'header', ...header }]),
  );
