// @module-tag landing
import { rmSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { HEADER } from '#contract/headers.ts';
import { BOARD_TOKEN_HEADER } from '#contract/records/waiting-room.ts';
import { type RouteName, routes } from '#contract/routes/routes.ts';
import { hashToken } from '#server/platform/access/session-token.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { oneTimeTokens } from '#server/schema/accounts/one-time-tokens.ts';
import { buildApp } from '#server/app.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { CODES_OUTSIDE_CALLS } from '#server/openapi/codes.ts';
import { buildOpenApi } from '#server/openapi/document.ts';
import {
  EXAMPLE_EMAIL,
  EXAMPLE_NEW_PASSWORD,
  EXAMPLE_PASSWORD,
  EXAMPLE_TOKEN,
  exampleId,
} from '#server/openapi/example-values.ts';
import { createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { makeKeyedDevice } from '#tests/support/device/device-key.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import type { Part } from '../support/files/multipart.ts';
import { pdf } from '../support/files/pdf.ts';
import { photo, getSignaturePng } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  type Reply,
  createCaller,
  cookieOf,
  startServer,
} from '../support/server.ts';
import { seedExamples } from './example-clinic.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: string;
}
interface BodyDescription {
  readonly schema: { readonly $ref?: string };
  readonly example?: Readonly<Record<string, unknown>>;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}
interface Operation {
  readonly operationId: RouteName;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, BodyDescription>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, BodyDescription>> }>
  >;
}
interface OpenApiCall {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operation: Operation;
}

const openApiDocument = JSON.parse(JSON.stringify(buildOpenApi('ventanilla_session'))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
/** Calls that make other examples fail, because the calls end sessions, or lock or remove data. They run last, in this order. */
const LAST_ROUTES: readonly RouteName[] = [
  'reopenEvaluation',
  'callPatient',
  'revokeWaitingBoard',
  'confirmCompany',
  'mergeCompany',
  'closeExpectedList',
  'createAbsenceNotice',
  'absenceNoticePdf',
  'withdrawAbsenceNotice',
  'cancelExpectedList',
  'removeOwnLogo',
  'removeBranchLogo',
  'setUserStatus',
  'setEvaluationTypeStatus',
  'setCompanyStatus',
  'setExamStatus',
  'setDoctorStatus',
  'setBranchStatus',
  'changePassword',
];
/** Call that needs a server without any user. */
const CALL_WITHOUT_USERS: RouteName = 'createFirstAdministrator';
const allCalls: OpenApiCall[] = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: operation.operationId,
    method: method.toUpperCase() as OpenApiCall['method'],
    path,
    operation,
  })),
);
const orderedCalls = allCalls
  .filter(({ name }) => name !== CALL_WITHOUT_USERS)
  .sort((one, other) => LAST_ROUTES.indexOf(one.name) - LAST_ROUTES.indexOf(other.name));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(openApiDocument, 'api');
function problemsOfResponse(schema: BodyDescription['schema'], response: unknown): string[] {
  const validate = ajv.compile(schema.$ref === undefined ? schema : { $ref: `api${schema.$ref}` });
  return validate(response)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const isRequiredParameter = (parameter: Parameter | { readonly $ref: string }): parameter is Parameter =>
  'name' in parameter && parameter.required === true;

/** Parameters of calls that need one of several parameters, none of which is required alone. */
const ALTERNATIVE_PARAMETERS: Partial<Record<RouteName, Readonly<Record<string, string>>>> = {
  attendanceFile: { company_id: exampleId('Company') },
};

function exampleUrlOf({ name: call, path, operation: { parameters = [] } }: OpenApiCall): string {
  const needed = parameters.filter(isRequiredParameter);
  const query = new URLSearchParams(ALTERNATIVE_PARAMETERS[call]);
  let address = path;
  for (const { name, in: place, example = '' } of needed)
    if (place === 'path') address = address.replace(`{${name}}`, example);
    else query.set(name, example);
  return query.size > 0 ? `${address}?${query.toString()}` : address;
}

const FILE_MAKERS_BY_MIME_TYPE: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'image/jpeg': photo,
  'image/png': getSignaturePng,
  'application/pdf': () => pdf('otro'),
};
async function multipartPartsOf({ example = {}, encoding = {} }: BodyDescription): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [name, value] of Object.entries(example)) {
    const type = encoding[name]?.contentType.split(', ')[0];
    const file = type === undefined ? undefined : await FILE_MAKERS_BY_MIME_TYPE[type]?.();
    parts.push(
      file && type ? { name, value: file, filename: 'archivo', type } : { name, value: String(value) },
    );
  }
  return parts;
}
async function sendExample(
  call: OpenApiCall,
  as: Caller,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { content = {} } = call.operation.requestBody ?? {};
  const [form, json] = [content['multipart/form-data'], content['application/json']];
  const sent = form ? { parts: await multipartPartsOf(form) } : json ? { json: json.example } : {};
  return as.send(call.method, exampleUrlOf(call), { ...sent, headers });
}

function expectDescribedResponse({ name, operation }: OpenApiCall, reply: Reply): void {
  expect([name, reply.statusCode, reply.statusCode < 400 ? '' : reply.body]).toEqual([
    name,
    routes[name].status,
    '',
  ]);
  const answers = operation.responses[String(reply.statusCode)]?.content;
  const type = String(reply.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (!answers) return expect(reply.body).toBe('');
  expect(Object.keys(answers)).toContain(type);
  if (type === 'application/json')
    expect(problemsOfResponse(answers[type]?.schema ?? {}, reply.json())).toEqual([]);
}

const signInLimits = { perAddress: 1_000, perClient: 1_000, perAccount: 1_000, windowMs: 60_000 };

describe('P10.19 each example of the OpenAPI document', () => {
  let server: Server;
  let user: Caller;
  beforeAll(async () => {
    server = await startServer('examples', { signInLimits });
    await seedExamples(server);
    user = await signInCaller();
  });
  afterAll(() => server.stop());

  const signInCaller = async (password = EXAMPLE_PASSWORD): Promise<Caller> => {
    const reply = await server.anonymous.post('/auth/login', { json: { email: EXAMPLE_EMAIL, password } });
    return createCaller(server.app, cookieOf(reply));
  };
  /**
   * Returns the caller for a route. A call that ends its session or binds it to a key gets a separate session. The call that
   * sets a user's branch needs global mode.
   */
  async function callerOf(name: RouteName): Promise<Caller> {
    if (name === 'setUserBranch') return server.as('global');
    if (['logout', 'bindSession', 'changePassword'].includes(name)) return signInCaller();
    return routes[name].access === 'public' ? server.anonymous : user;
  }

  /** Returns the headers without which the example cannot succeed. */
  async function headersOf({ name, path }: OpenApiCall): Promise<Record<string, string>> {
    if (name === 'boardView') return { [BOARD_TOKEN_HEADER]: EXAMPLE_TOKEN };
    return name === 'bindSession' ? (await makeKeyedDevice()).prove('POST', path) : {};
  }

  /** Changes that undo an earlier example about the same company or list. */
  const UNDOING_STATEMENTS: Partial<Record<RouteName, string>> = {
    mergeCompany: 'update companies set is_proposed = true where proposed_at is not null',
    withdrawAbsenceNotice: `update absence_notices set state = 'queued', state_at = null`,
    cancelExpectedList: 'update expected_lists set closed_at = null, closed_by = null',
  };
  async function undoEarlierExample(name: RouteName): Promise<void> {
    const statement = UNDOING_STATEMENTS[name];
    if (statement) await server.database.pool.query(statement);
  }

  it.each(orderedCalls.map((call) => [call.name, call] as const))(
    'the server accepts the example of %s unchanged, and its response matches the OpenAPI document',
    async (name, call) => {
      await undoEarlierExample(name);
      expectDescribedResponse(call, await sendExample(call, await callerOf(name), await headersOf(call)));
    },
  );

  it('a user can sign in with the password that an example of the OpenAPI document sets', async () => {
    expect((await signInCaller(EXAMPLE_NEW_PASSWORD)).cookie).toContain('ventanilla_session=');
  });

  it('the server serves exactly the tested OpenAPI document', async () => {
    expect((await server.anonymous.get('/docs/json')).json()).toEqual(openApiDocument);
  });
});

it('P10.19 a server with an empty database accepts the OpenAPI example of the request that creates the first administrator', async () => {
  const database = await createTestDatabase('first-example');
  const filesDir = makeScratchFolder('first-example');
  const app = await buildApp({
    pool: database.pool,
    files: createDiskFileStore(filesDir),
    staticDir: null,
    publicUrl: null,
    logger: false,
  });
  const now = Date.now();
  await toDatabase(database.pool)
    .insert(oneTimeTokens)
    .values({
      tokenHash: hashToken(EXAMPLE_TOKEN),
      purpose: 'first_administrator',
      userId: null,
      createdBy: null,
      createdAt: new Date(now),
      expiresAt: new Date(now + 60_000),
    });
  const call = allCalls.find(({ name }) => name === CALL_WITHOUT_USERS);
  if (call) expectDescribedResponse(call, await sendExample(call, createCaller(app)));
  expect(call).toBeDefined();
  await app.close();
  await database.drop();
  rmSync(filesDir, { recursive: true });
});

describe('P10.19 completeness of the OpenAPI document', () => {
  const text = JSON.stringify(openApiDocument);

  it('the OpenAPI document has every call once, under the name of its route', () => {
    expect(allCalls.map(({ name }) => name).sort()).toEqual(Object.keys(routes).sort());
  });

  it('the OpenAPI document lists every error code', () => {
    const named = ERROR_CODES.filter(
      (code) => text.includes(`"examples":{"${code}"`) || text.includes(`,"${code}":{"value"`),
    );
    expect([...named, ...CODES_OUTSIDE_CALLS].sort()).toEqual([...ERROR_CODES].sort());
  });

  it('the OpenAPI document lists every header that Ventanilla defines', () => {
    const named = Object.values(HEADER).filter((name) => text.toLowerCase().includes(`"${name}"`));
    expect(named).toEqual(Object.values(HEADER));
  });
});
