import * as z from 'zod/mini';
import { LIST_PARAMETER_ALIASES } from '#contract/lists.ts';
import { Attachment } from '#contract/records/evaluation/capture.ts';
import { ExpectedDay } from '#contract/records/evaluation/expected-day.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { Verification } from '#contract/records/evaluation/verification.ts';
import { SPREADSHEET_FORMATS } from '#contract/spreadsheets.ts';
import type { Route, routes } from '#contract/routes/routes.ts';
import type { FullCallDescription } from './call-description.ts';
import { componentName, exampleOf, componentExampleId } from './examples.ts';
import { type RequestHeaderName, requestHeaders } from './headers.ts';
import { type JsonSchema, inlineSchema, hiddenAllowedValues } from './schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
type Ref = { readonly $ref: string };

type QueryFieldOf<R> = R extends { readonly query: infer Query extends z.ZodMiniType }
  ? keyof z.output<Query>
  : never;
type QueryParameterName = {
  [Name in keyof typeof routes]: QueryFieldOf<(typeof routes)[Name]>;
}[keyof typeof routes];

const QUERY_FIELD_TEXTS: Record<QueryParameterName, string> = {
  q: 'Search text.',
  page: 'Page number, starting at 1.',
  page_size: 'Rows per page.',
  limit: 'Maximum number of rows.',
  include_inactive: 'True to list inactive rows too; the default is false.',
  sort: 'Field to sort by; an unknown field is ignored.',
  direction: 'Sort direction.',
  employer_company_id: 'Restricts the response to this employer.',
  contractor_company_id: 'Restricts the response to this contractor.',
  company_id: 'Restricts the response to this company.',
  person_id: 'Restricts the response to the row of the list with this id.',
  titles_sha256: 'SHA-256 (hex) of the normalised titles of the columns.',
  list_id: 'Restricts the response to this list of expected people.',
  outcome: 'Restricts the response to people with this outcome, or with pending results.',
  format: 'Format of the file.',
  ids: 'Comma-separated ids of the options to return.',
  status: 'One status or, if the call accepts several, a comma-separated list.',
  actions: 'Comma-separated actions.',
  state: 'State of the deliveries or people; all without this parameter.',
  standing: 'Status of the device; `all` selects every status.',
  search:
    'Search text for names and identity documents. In the list of evaluations also for searchable additional fields; a document number, a verification code or the first eight characters of an id finds that evaluation there, whatever the other filters.',
  from: 'First day, in Bogotá time.',
  to: 'Last day, in Bogotá time.',
  identification_type: 'Type of the identity document.',
  identification_number: 'Number of the identity document.',
  day: 'Day, in Bogotá time.',
  since: '`cursor` of an earlier response; restricts the response to later changes.',
  after: '`next` of the previous page.',
  former_type: 'Document type that the given document replaces under the same number: TI, only with a CC.',
};

/**
 * Alternative parameter names that some calls accept: those in contract/records/catalogs.ts, and `limit` in the call that lists
 * occupations.
 */
const PARAMETER_BY_ALIAS: Readonly<Record<string, string>> = {
  ...LIST_PARAMETER_ALIASES,
  limit: 'page_size',
};

/**
 * Fields of a query, and the schema that replaces alternative names by the documented ones; null when the query accepts no
 * alternative names.
 */
interface DocumentedQuery {
  readonly fields: z.ZodMiniObject;
  readonly fold: z.ZodMiniType | null;
}

function toDocumentedQuery(query: z.ZodMiniType): DocumentedQuery {
  if (query instanceof z.ZodMiniObject) return { fields: query, fold: null };
  if (query instanceof z.ZodMiniPipe && query.def.out instanceof z.ZodMiniObject)
    return { fields: query.def.out, fold: query.def.in as z.ZodMiniType };
  throw new Error('A query schema of the contract is not an object');
}

/**
 * Returns the alternative names of a field that the call accepts. Each name is tested against the schema, so that the document
 * lists no name that the call rejects.
 */
const alternativeNamesOf = (name: string, { fold }: DocumentedQuery): string[] =>
  Object.keys(PARAMETER_BY_ALIAS).filter(
    (other) =>
      PARAMETER_BY_ALIAS[other] === name &&
      fold !== null &&
      name in Object(fold.safeParse({ [other]: '1' }).data),
  );

/** Returns examples of the required query parameters by name: values of the query alone, or a field of one of these records. */
const requiredParameterExamples = (): Readonly<Record<string, unknown>> => ({
  format: SPREADSHEET_FORMATS[0],
  company_id: componentExampleId('Company'),
  titles_sha256: '5d'.repeat(32),
  ...exampleOf(ExpectedDay),
  ...exampleOf(Patient),
});

function queryParameterWithAliases(name: string, folded: DocumentedQuery): Parameter[] {
  const field = folded.fields.shape[name] as z.ZodMiniType;
  const isRequired = !field.safeParse(undefined).success;
  const taken = hiddenAllowedValues(field).map((word) => `\`${word}\``);
  const words = {
    description: [
      QUERY_FIELD_TEXTS[name as QueryParameterName],
      ...(taken.length > 0 ? [`Allowed values: ${taken.join(', ')}.`] : []),
    ].join(' '),
    schema: inlineSchema(field),
    ...(isRequired && { example: requiredParameterExamples()[name] }),
  };
  return [
    { name, in: 'query', ...(isRequired && { required: true }), ...words },
    ...alternativeNamesOf(name, folded).map((other): Parameter => ({
      ...words,
      name: other,
      in: 'query',
      description: `Alias of \`${name}\`.`,
    })),
  ];
}

function queryParameters({ query }: Route): Parameter[] {
  if (!query) return [];
  const folded = toDocumentedQuery(query);
  return Object.keys(folded.fields.shape).flatMap((name) => queryParameterWithAliases(name, folded));
}

/** Returns description and example of a parameter in an address. `record` is the part of the address before it. */
function describePathParameter(
  name: string,
  record: string,
): readonly [description: string, example: unknown] {
  switch (name) {
    case 'code':
      return ['Code as printed on the document.', exampleOf(Verification).code];
    case 'path':
      return ['The `storage_path` from a response, with its slashes.', exampleOf(Attachment).storage_path];
    case 'resource':
      return ['Name of the catalogue.', 'companies'];
    case 'version':
      return ['Number of the signed version.', 1];
    default:
      return ['Id of the record.', componentExampleId(componentName(record))];
  }
}

const pathParameters = ({ path, params }: Route): Parameter[] =>
  [...path.matchAll(/\/([\w-]+)\/(?::(\w+)|\*)/g)].map(([, before = '', name = 'path']) => {
    const [description, example] = describePathParameter(name, before);
    const field = (params as z.ZodMiniObject | undefined)?.shape[name] as z.ZodMiniType | undefined;
    const schema = field ? inlineSchema(field) : { type: 'string' as const };
    return { in: 'path', required: true, name, description, schema, example };
  });

function requestHeaderNamesOf(route: Route, { headers = [] }: FullCallDescription): RequestHeaderName[] {
  const captured = ['Idempotency-Key', 'X-Capture-Id', 'X-Captured-At', 'X-Captured-By'] as const;
  const rules: (readonly [boolean, ...RequestHeaderName[]])[] = [
    [route.idempotent === true, ...captured, 'X-Consent', 'X-Branch-Id'],
    [route.idempotent === true || route.body instanceof z.ZodMiniType, 'Content-Digest'],
    [route.ifMatch === true, 'If-Match'],
    [route.etag === true, 'If-None-Match'],
    [true, ...headers],
  ];
  return rules.flatMap(([holds, ...names]) => (holds ? names : []));
}

const requestHeaderRef = (name: string): Ref => ({ $ref: `#/components/parameters/${name}` });

export const parametersOf = (route: Route, description: FullCallDescription): (Parameter | Ref)[] => [
  ...pathParameters(route),
  ...queryParameters(route),
  ...requestHeaderNamesOf(route, description).map(requestHeaderRef),
];

export const requestHeaderParameters = (): Record<string, Parameter> =>
  Object.fromEntries(
    Object.entries(requestHeaders()).map(([name, header]) => [name, { name, in: 'header', ...header }]),
  );
