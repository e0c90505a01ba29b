import fs from 'node:fs/promises';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type * as z from 'zod/mini';
import { ErrorBody } from '#contract/errors.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { type AppDependencies, buildApp } from '#server/app.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { type ReportRenderer, createReportRenderer } from '#server/documents/reports/rendering/render.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { type SeededClinic, PASSWORD, type TestUserName, emailOf, seedClinic } from './clinic.ts';
import { requireDescribedErrorCode } from './described.ts';
import { type Part, createMultipartBody } from './files/multipart.ts';

export interface RequestInput {
  readonly json?: unknown;
  readonly raw?: Buffer | string;
  readonly parts?: readonly Part[];
  readonly headers?: Record<string, string>;
}
export type Reply = LightMyRequestResponse;
type Method = NonNullable<InjectOptions['method']>;

export interface Caller {
  /** `Cookie` header of the session, for requests that do not use this caller. */
  readonly cookie: string;
  send(method: Method, path: string, sent?: RequestInput): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, sent?: RequestInput): Promise<Reply>;
}

export interface Server {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly clinic: SeededClinic;
  readonly filesDir: string;
  /** Time of the server, which a test may set; null for the real time. */
  readonly clock: { now: Date | null };
  readonly anonymous: Caller;
  /** Returns a caller with a session of that user. It is the same caller each time, because sign-ins are limited. */
  as(person: TestUserName): Promise<Caller>;
  signIn(person: TestUserName): Promise<Caller>;
  stop(): Promise<void>;
}

function payloadOf({ json, raw, parts }: RequestInput): { payload?: Buffer | string; type?: string } {
  if (parts) {
    const { body, type } = createMultipartBody(parts);
    return { payload: body, type };
  }
  if (raw !== undefined) return { payload: raw, type: 'application/json' };
  return json === undefined ? {} : { payload: JSON.stringify(json), type: 'application/json' };
}

export function createCaller(app: FastifyInstance, cookie?: string): Caller {
  const send = async (method: Method, address: string, sent: RequestInput = {}) => {
    const { payload, type } = payloadOf(sent);
    const url = address.startsWith('/api') || !address.startsWith('/') ? address : API_BASE + address;
    const reply = await app.inject({
      method,
      url,
      headers: { ...(type && { 'content-type': type }), ...(cookie && { cookie }), ...sent.headers },
      ...(payload !== undefined && { payload }),
    });
    requireDescribedErrorCode(method, url, reply);
    return reply;
  };
  return {
    cookie: cookie ?? '',
    send,
    get: (url, headers = {}) => send('GET', url, { headers }),
    post: (url, sent) => send('POST', url, sent),
  };
}

export const cookieOf = (reply: Reply): string => String(reply.headers['set-cookie']).split(';')[0] ?? '';

/**
 * Renderer shared by the test files of one vitest worker, so that its thread loads pdfkit and the fonts only once. Its `close`
 * does nothing, because the next file uses it. Its idle thread does not keep the process alive.
 */
const sharedReportRenderer: ReportRenderer = { ...createReportRenderer(), close: () => Promise.resolve() };

export async function startServer(label: string, options: Partial<AppDependencies> = {}): Promise<Server> {
  const database = await createTestDatabase(label);
  const clinic = await seedClinic(database);
  const filesDir = makeScratchFolder('files');
  const clock: Server['clock'] = { now: null };
  const app = await buildApp({
    pool: database.pool,
    files: createDiskFileStore(filesDir),
    staticDir: null,
    publicUrl: null,
    logger: false,
    clock: () => clock.now ?? new Date(),
    reports: sharedReportRenderer,
    ...options,
  });
  const anonymous = createCaller(app);
  const callers = new Map<TestUserName, Promise<Caller>>();
  const signIn = async (person: TestUserName) => {
    const reply = await anonymous.post('/auth/login', {
      json: { email: emailOf(person), password: PASSWORD },
    });
    return createCaller(app, cookieOf(reply));
  };
  return {
    app,
    database,
    clinic,
    filesDir,
    clock,
    anonymous,
    signIn,
    as: (person) => {
      const known = callers.get(person) ?? signIn(person);
      callers.set(person, known);
      return known;
    },
    stop: async () => {
      await app.close();
      await database.drop();
      await fs.rm(filesDir, { recursive: true, force: true });
    },
  };
}

export interface Replica {
  readonly app: FastifyInstance;
  readonly anonymous: Caller;
  /** Returns a caller that sends requests to this server in the session of `of`. */
  caller(of: Caller): Caller;
  stop(): Promise<void>;
}

export async function startReplica(
  { database, filesDir, clock }: Server,
  options: Partial<AppDependencies> = {},
): Promise<Replica> {
  const pool = createPool(database.connection);
  const app = await buildApp({
    pool,
    files: createDiskFileStore(filesDir),
    staticDir: null,
    publicUrl: null,
    logger: false,
    clock: () => clock.now ?? new Date(),
    ...options,
  });
  return {
    app,
    anonymous: createCaller(app),
    caller: ({ cookie }) => createCaller(app, cookie),
    stop: async () => {
      await app.close();
      await pool.end();
    },
  };
}

/** Returns the error code, after a check that the whole response matches the contract. */
export const errorCodeOf = (reply: Reply): string => ErrorBody.parse(reply.json()).code;
export const fieldProblemsOf = (reply: Reply): Record<string, string> =>
  Object.fromEntries(ErrorBody.parse(reply.json()).details.map(({ field, message }) => [field, message]));
export const responseOf = <Schema extends z.ZodMiniType>(schema: Schema, reply: Reply): z.output<Schema> =>
  schema.parse(reply.json());
export const rejectionOf = (reply: Reply): [number, string] => [reply.statusCode, errorCodeOf(reply)];
export const statusesOf = (replies: readonly Reply[]): number[] =>
  replies.map(({ statusCode }) => statusCode).sort((one, other) => one - other);
