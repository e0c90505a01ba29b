import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { buildPerCatalog } from '#contract/catalogs/all.ts';
import { HEADER } from '#contract/headers.ts';
import { PATIENT_DATA_FIELD_NAMES, PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { API_BASE, routes } from '#contract/routes/routes.ts';
import type { Route } from '#contract/routes/definition/route.ts';
import { PERMISSION_DEFINITIONS, PERMISSIONS } from '#contract/vocabulary.ts';

/** Request headers outside the base contract: the app's own, and those of conditional requests. */
const EXTENSION_REQUEST_HEADERS = [...Object.values(HEADER), 'if-match', 'if-none-match'];
/**
 * Response headers that a base-contract server never sends. Without Date, a client cannot compare its clock with the server's.
 */
const REMOVED_RESPONSE_HEADERS = [HEADER.idempotencyStatus, HEADER.requestId, 'etag', 'date', 'retry-after'];

/** Fields of a patient outside the base contract. */
export const EXTENSION_PATIENT_FIELDS: readonly string[] = PATIENT_DATA_FIELD_NAMES.filter(
  (field) => 'isOurs' in PATIENT_FIELDS[field],
);

/** Response fields outside the base contract, which are removed, by location. `code` is removed only from errors. */
const FIELDS_REMOVED_EVERYWHERE = [
  'user_id',
  'attachment_max_bytes',
  'grantable_permissions',
  'revision',
  'received_sha256',
  'last_evaluation',
  'turn',
  'version',
  'closings',
  'corrections',
  'pending_media',
  'patient_was',
  'previous_visit',
  'repetition',
  'status_reason',
  'shown_on_concept',
  'statement',
  'without_text',
  'license_valid_until',
  'own_signature_only',
  'decisions',
  'aptitude',
  'unlinked_signatures',
  'additional_fields',
  'replaced_companies',
  ...EXTENSION_PATIENT_FIELDS,
];
const EXTENSION_CATALOG_KEYS = Object.values(
  buildPerCatalog(({ key, isOurs }) => (isOurs ? [key] : [])),
).flat();
/** Fields of each catalogue outside the base contract. */
const EXTENSION_CATALOG_FIELDS = buildPerCatalog(({ fields }) =>
  Object.keys(fields).filter((name) => fields[name]?.isOurs === true),
);
const REMOVED_FIELDS_BY_PATH: readonly (readonly [path: RegExp, fields: readonly string[]])[] = [
  ...Object.values(
    buildPerCatalog(
      ({ path }, name) => [new RegExp(`^(/catalogs)?${path}`), EXTENSION_CATALOG_FIELDS[name]] as const,
    ),
  ),
  [/^\/me\/branch/, EXTENSION_CATALOG_FIELDS.branches],
  [/^\/auth\//, ['email']],
  [/^\/me\/branch\/active$/, ['email']],
  [/^\/me\/branding$/, ['branch_id', 'has_logo', 'logo_hash', 'authorisation']],
  [/^\/evaluations$/, ['age', 'occupation_name', 'closing']],
  [/^\/branches/, ['company_name']],
  [/^\/(catalogs\/)?companies/, ['is_proposed', 'proposed_nit', 'merged_into']],
  [/^\/admin\/users/, ['doctor']],
  [/^\/catalogs\/overview$/, EXTENSION_CATALOG_KEYS],
];

/** Returns true if the path fits the contract's path, with any value for each parameter. */
const matchesRoutePath = ({ path }: Route, asked: string): boolean =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(asked);

const isBaseContractCall = (method: string, path: string): boolean =>
  Object.values<Route>(routes).some(
    (route) => route.ours !== true && route.method === method && matchesRoutePath(route, path),
  );

/** Permissions outside the base contract, which are removed from lists in requests and responses. */
const EXTENSION_PERMISSIONS: readonly unknown[] = PERMISSIONS.filter(
  (permission) => PERMISSION_DEFINITIONS[permission].ours,
);

function removeFieldsAndPermissions(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value
      .filter((part) => !EXTENSION_PERMISSIONS.includes(part))
      .map((part) => removeFieldsAndPermissions(part, fields));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !fields.has(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, removeFieldsAndPermissions(part, fields)]));
}

function removeExtensions(body: Buffer, path: string, status: number): Buffer {
  const here = REMOVED_FIELDS_BY_PATH.flatMap(([where, fields]) => (where.test(path) ? fields : []));
  const fields = new Set([...FIELDS_REMOVED_EVERYWHERE, ...here, ...(status >= 400 ? ['code'] : [])]);
  return Buffer.from(JSON.stringify(removeFieldsAndPermissions(JSON.parse(body.toString('utf8')), fields)));
}

const LIST_PARAMETERS = ['query', 'page', 'pageSize', 'includeInactive', 'sort'];
const COMPANY_PARAMETERS = ['employer_company_id', 'contractor_company_id'];
const IGNORED_REQUEST_FIELDS: ReadonlySet<string> = new Set([
  'cleared',
  'additional_fields',
  'proposed_companies',
  'expected_person_id',
  ...EXTENSION_PATIENT_FIELDS,
]);
const removeIgnoredRequestFields = (body: Buffer, type: string | undefined): Buffer =>
  type?.startsWith('application/json') && body.length > 0
    ? Buffer.from(
        JSON.stringify(removeFieldsAndPermissions(JSON.parse(body.toString('utf8')), IGNORED_REQUEST_FIELDS)),
      )
    : body;

/** Query parameters that P7 names, by path of the call; other calls have none. */
const QUERY_PARAMETERS_OF_P7: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/patients\/search$/, ['identification_type', 'identification_number']],
  [/^\/evaluations$/, ['status', 'search', ...COMPANY_PARAMETERS, 'from', 'to', 'page', 'page_size']],
  [/^\/companies$/, [...LIST_PARAMETERS, 'size', ...COMPANY_PARAMETERS]],
  [/^\/branches$/, [...LIST_PARAMETERS, 'company_id']],
  [/^\/(evaluation-types|exams|doctors)$/, LIST_PARAMETERS],
  [/^\/catalogs\/overview$/, ['q', 'company_id']],
  [/^\/catalogs\/[^/]+\/options$/, ['ids', 'q', 'limit', 'include_inactive', 'company_id']],
  [/^\/catalogs\/[^/]+\/recent$/, ['limit', 'include_inactive', 'company_id']],
  [/^\/occupations$/, ['q', 'limit']],
  [/^\/dashboard\/summary$/, COMPANY_PARAMETERS],
  [/^\/admin\/users$/, ['query', 'status', 'page', 'pageSize', 'sort', 'direction']],
];

/** Returns the request's address without the query parameters that the base contract lacks. */
function removeExtensionQuery(url: URL): string {
  const path = url.pathname.slice(API_BASE.length);
  const known = QUERY_PARAMETERS_OF_P7.find(([where]) => where.test(path))?.[1] ?? [];
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => known.includes(name)));
  return query.size > 0 ? `${url.pathname}?${query.toString()}` : url.pathname;
}

const removeHeaders = (headers: http.IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Responds with an HTML page and not with the app's error body, as a web framework does for an unknown call. */
function respondUnknownCall(response: http.ServerResponse, method: string, path: string): void {
  response.sendDate = false;
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>Error</title><pre>Cannot ${method} ${path}</pre>`);
}

/**
 * Simulated base-contract server: a proxy in front of the app's server that removes all calls, headers and fields outside the
 * base contract.
 */
export class BaseContractServer {
  readonly #server: http.Server;
  readonly #target: string;

  private constructor(target: string) {
    this.#target = target;
    this.#server = http.createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  static async start(target: string): Promise<BaseContractServer> {
    const server = new BaseContractServer(target);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const method = request.method ?? 'GET';
    const isApi = url.pathname.startsWith(`${API_BASE}/`);
    const path = url.pathname.slice(API_BASE.length);
    const body = removeIgnoredRequestFields(await buffer(request), request.headers['content-type']);
    if (isApi && !isBaseContractCall(method, path)) return respondUnknownCall(response, method, url.pathname);
    const onward = http.request(
      new URL(isApi ? removeExtensionQuery(url) : `${url.pathname}${url.search}`, this.#target),
      {
        agent: false,
        method,
        headers: {
          ...removeHeaders(request.headers, [
            ...EXTENSION_REQUEST_HEADERS,
            'content-length',
            'transfer-encoding',
          ]),
          'accept-encoding': 'identity',
          ...(body.length > 0 && { 'content-length': body.length }),
        },
      },
    );
    onward.end(body);
    const [incoming] = (await once(onward, 'response')) as [http.IncomingMessage];
    const status = incoming.statusCode ?? 0;
    const reply = await buffer(incoming);
    const isJson = isApi && incoming.headers['content-type']?.startsWith('application/json');
    response.sendDate = !isApi;
    response.writeHead(
      status,
      removeHeaders(incoming.headers, [
        'content-length',
        'transfer-encoding',
        ...(isApi ? REMOVED_RESPONSE_HEADERS : []),
      ]),
    );
    response.end(isJson && reply.length > 0 ? removeExtensions(reply, path, status) : reply);
  }
}
