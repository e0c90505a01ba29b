import * as z from 'zod/mini';
import { LIST_ALIASES } from '#contract/records/catalogs.ts';
import { IDEMPOTENCY_STATUSES } from '#contract/headers.ts';
import type { Route, routes } from '#contract/routes/routes.ts';
import type { AnyCallDescription } from './call-description.ts';
import { EXAMPLE_IDS, INSTANT, attachment, patient, statement } from './example-values.ts';
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
  q: 'Text to look for.',
  page: 'Counted from 1.',
  page_size: 'Rows of a page.',
  limit: 'Rows at most.',
  include_inactive: 'Whether inactive rows are listed too; unless it says so they are not.',
  sort: 'The field to sort by; an unknown one is passed over.',
  direction: 'The direction to sort in.',
  employer_company_id: 'Of this employer alone.',
  contractor_company_id: 'Of this contractor alone.',
  company_id: 'The branches of this company alone.',
  ids: 'Comma list of ids that are to be among the options.',
  status: 'One status or, where several are taken, a comma list.',
  actions: 'Comma list of actions.',
  standing: 'How the device stands; `all` means every one.',
  search: 'Text to look for in names and documents.',
  from: 'First day, in Bogotá.',
  to: 'Last day, in Bogotá.',
  identification_type: 'Kind of the document.',
  identification_number: 'Number of the document.',
  former_type: 'Kind that the document replaces under the same number: TI, beside CC.',
};

const QUERY_EXAMPLES: Partial<Record<QueryName, string>> = {
  identification_type: patient.identification_type,
  identification_number: patient.identification_number,
};

/**
 * Alternative parameter names that some calls accept: those in contract/records/catalogs.ts, and `limit` in the call that lists
 * occupations.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = { ...LIST_ALIASES, limit: 'page_size' };

interface FoldedQuery {
  readonly fields: z.ZodMiniObject;
  /** Schema that replaces alternative names before the fields are parsed; null when the query accepts no alternative names. */
  readonly fold: z.ZodMiniType | null;
}

function foldedQuery(query: z.ZodMiniType): FoldedQuery {
  if (query instanceof z.ZodMiniObject) return { fields: query, fold: null };
  if (query instanceof z.ZodMiniPipe && query.def.out instanceof z.ZodMiniObject)
    return { fields: query.def.out, fold: query.def.in as z.ZodMiniType };
  throw new Error('A query of the contract is no object');
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
  const example = QUERY_EXAMPLES[name as QueryName];
  const taken = allowedValuesOf(field).map((word) => `\`${word}\``);
  const words = {
    description: [
      QUERY_TEXTS[name as QueryName],
      ...(taken.length > 0 ? [`Taken: ${taken.join(', ')}.`] : []),
    ].join(' '),
    schema: inlineSchema(field),
    ...(example !== undefined && { example }),
  };
  const isRequired = !field.safeParse(undefined).success;
  return [
    { name, in: 'query', ...(isRequired && { required: true }), ...words },
    ...otherNamesOf(name, folded).map((other): Parameter => ({
      ...words,
      name: other,
      in: 'query',
      description: `Another name of \`${name}\`.`,
    })),
  ];
}

function queryParameters({ query }: Route): Parameter[] {
  if (!query) return [];
  const folded = foldedQuery(query);
  return Object.keys(folded.fields.shape).flatMap((name) => queryParameter(name, folded));
}

const ID_OF_PATH: Readonly<Record<string, string>> = {
  evaluations: EXAMPLE_IDS.evaluation,
  'evaluation-types': EXAMPLE_IDS.evaluationType,
  companies: EXAMPLE_IDS.employer,
  exams: EXAMPLE_IDS.exam,
  doctors: EXAMPLE_IDS.doctor,
  'note-phrases': EXAMPLE_IDS.notePhrase,
  branches: EXAMPLE_IDS.branch,
  users: EXAMPLE_IDS.colleague,
  devices: EXAMPLE_IDS.device,
};

const pathParameters = ({ path, params }: Route): Parameter[] =>
  path.split('/').flatMap((piece, index, pieces): Parameter[] => {
    const common = { in: 'path', required: true } as const;
    if (piece === '*')
      return [
        {
          ...common,
          name: 'path',
          description: 'The `storage_path` as it was answered, with its slashes.',
          schema: { type: 'string' },
          example: attachment.storage_path,
        },
      ];
    if (!piece.startsWith(':')) return [];
    const name = piece.slice(1);
    const schema = inlineSchema((params as z.ZodMiniObject).shape[name] as z.ZodMiniType);
    if (name === 'code')
      return [{ ...common, name, description: 'As printed.', schema, example: '7KQ2-9M4X-HJ3T' }];
    if (name === 'version') return [{ ...common, name, description: 'Which closing.', schema, example: 1 }];
    if (name !== 'id')
      return [{ ...common, name, description: 'Which catalogue.', schema, example: 'companies' }];
    const example = ID_OF_PATH[pieces[index - 1] ?? ''];
    return [{ ...common, name, description: 'Id of the record.', schema, ...(example && { example }) }];
  });

const text = (description: string, example: string, schema: JsonSchema = {}) =>
  ({ description, schema: { type: 'string', ...schema }, example }) as const;
const uuid = { format: 'uuid' } as const;

const REQUEST_HEADERS = {
  'Idempotency-Key': text(
    'Executes the call once, however often it is sent: 1 to 128 visible characters.',
    EXAMPLE_IDS.key,
    {
      pattern: '^[\\x21-\\x7e]{1,128}$',
    },
  ),
  'X-Capture-Id': text(
    'The confirmation that this belongs to: one makes one evaluation.',
    EXAMPLE_IDS.capture,
    uuid,
  ),
  'X-Captured-At': text('When the person confirmed it.', INSTANT, { format: 'date-time' }),
  'X-Captured-By': text(
    'The user who confirmed it; refused in a session of another.',
    EXAMPLE_IDS.user,
    uuid,
  ),
  'X-Consent': text(
    'How that user lets this session send it: `v1 <instant> <HMAC-SHA-256, hex>`.',
    `v1 ${INSTANT} ${'0'.repeat(64)}`,
  ),
  'X-Turn': text(
    'What the person is called by that day. It decides nothing: what is no turn is passed over.',
    'B-14',
    {
      pattern: '^[A-Z]{1,3}-[1-9]\\d{0,3}$',
    },
  ),
  'X-Signature-Statement': text(
    'Of a signature: what was signed, when, on which device and by whom. `SignatureStatement` as JSON in ASCII, 4,000 characters at most.',
    JSON.stringify(statement),
  ),
  'X-Branch-Id': text('The branch where it was captured, if not the session’s.', EXAMPLE_IDS.branch, uuid),
  'Content-Digest': text(
    'RFC 9530, `sha-256` alone: of the JSON body, or of the file’s bytes.',
    'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  ),
  'If-Match': text('Changes only what is in this state: the ETag, or `"r<revision>"` of a row.', '"r3"'),
  'If-None-Match': text('Answers 304 when the caller has this state already.', '"r3"'),
  'X-Prefetch': text('A copy for later, that nobody reads now: `1`.', '1', { enum: ['1'] }),
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
  ETag: text('The state of the record or list, for `If-Match` and `If-None-Match`.', '"r3"'),
  'Idempotency-Status': text('`stored`: executed now. `replayed`: the answer of before.', 'stored', {
    enum: [...IDEMPOTENCY_STATUSES],
  }),
  'X-Provider-Time': text('The provider’s clock: milliseconds since 1970.', '1790000000000'),
  'X-Request-Id': text('What the log calls this call; for whoever asks for help.', 'K7QM3-0XTP4'),
  'Retry-After': text('Seconds to wait.', '2'),
  'Content-Disposition': text('The file’s name.', 'attachment; filename="concepto_0197c0de.pdf"'),
  'Set-Cookie': text(
    'The session’s cookie, or its end.',
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
