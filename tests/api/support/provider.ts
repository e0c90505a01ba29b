import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type * as z from 'zod/mini';
import { ErrorBody } from '#contract/errors.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { type AppDependencies, buildApp } from '#server/app.ts';
import { createPool } from '#server/database/connection/pool.ts';
import { diskFiles } from '#server/files/disk-files.ts';
import { type ReportRenderer, createReportRenderer } from '#server/reports/rendering/render.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/provider/embedded-database.ts';
import { type Clinic, PASSWORD, type PersonName, emailOf, seedClinic } from './clinic.ts';
import { requireDescribed } from './described.ts';
import { type Part, multipart } from './multipart.ts';

export interface Sent {
  readonly json?: unknown;
  /** Bytes as they are, instead of `json`. */
  readonly raw?: Buffer | string;
  readonly parts?: readonly Part[];
  readonly headers?: Record<string, string>;
}
export type Reply = LightMyRequestResponse;
type Method = NonNullable<InjectOptions['method']>;

export interface Caller {
  /** The `Cookie` header, for a request by other means. */
  readonly cookie: string;
  send(method: Method, path: string, sent?: Sent): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, sent?: Sent): Promise<Reply>;
}

export interface Provider {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly clinic: Clinic;
  readonly filesDir: string;
  /** What the provider takes for now; a test may move it. */
  readonly clock: { now: Date | null };
  readonly anonymous: Caller;
  /** A caller with a session of that person, the same one each time: sign-ins are limited. */
  as(person: PersonName): Promise<Caller>;
  /** A caller with a new session. */
  signIn(person: PersonName): Promise<Caller>;
  stop(): Promise<void>;
}

function payloadOf({ json, raw, parts }: Sent): { payload?: Buffer | string; type?: string } {
  if (parts) {
    const { body, type } = multipart(parts);
    return { payload: body, type };
  }
  if (raw !== undefined) return { payload: raw, type: 'application/json' };
  return json === undefined ? {} : { payload: JSON.stringify(json), type: 'application/json' };
}

export function caller(app: FastifyInstance, cookie?: string): Caller {
  const send = async (method: Method, address: string, sent: Sent = {}) => {
    const { payload, type } = payloadOf(sent);
    const url = address.startsWith('/api') || !address.startsWith('/') ? address : API_BASE + address;
    const reply = await app.inject({
      method,
      url,
      headers: { ...(type && { 'content-type': type }), ...(cookie && { cookie }), ...sent.headers },
      ...(payload !== undefined && { payload }),
    });
    requireDescribed(method, url, reply);
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
 * Renderer shared by all test files of one vitest worker: a thread loads pdfkit and its fonts once instead of once for each file.
 * Closing it does nothing, because the next file uses it; an idle thread does not keep the process alive.
 */
const sharedReports: ReportRenderer = { ...createReportRenderer(), close: () => Promise.resolve() };

/** The provider with production's options on a database and a folder of its own. */
export async function startProvider(
  label: string,
  options: Partial<AppDependencies> = {},
): Promise<Provider> {
  const database = await createTestDatabase(label);
  const clinic = await seedClinic(database);
  const filesDir = await fs.mkdtemp(path.join(os.tmpdir(), 'ventanilla-files-'));
  const clock: Provider['clock'] = { now: null };
  const app = await buildApp({
    pool: database.pool,
    files: diskFiles(filesDir),
    staticDir: null,
    publicUrl: null,
    logger: false,
    clock: () => clock.now ?? new Date(),
    reports: sharedReports,
    ...options,
  });
  const anonymous = caller(app);
  const callers = new Map<PersonName, Promise<Caller>>();
  const signIn = async (person: PersonName) => {
    const reply = await anonymous.post('/auth/login', {
      json: { email: emailOf(person), password: PASSWORD },
    });
    return caller(app, cookieOf(reply));
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

/** Another provider of the same database, with connections of its own. */
export interface Neighbour {
  readonly app: FastifyInstance;
  readonly anonymous: Caller;
  /** The same session, asked there. */
  caller(of: Caller): Caller;
  stop(): Promise<void>;
}

/** A second provider beside `provider`; the pictures lie in one folder. */
export async function startNeighbour(
  { database, filesDir, clock }: Provider,
  options: Partial<AppDependencies> = {},
): Promise<Neighbour> {
  const pool = createPool(database.connection);
  const app = await buildApp({
    pool,
    files: diskFiles(filesDir),
    staticDir: null,
    publicUrl: null,
    logger: false,
    clock: () => clock.now ?? new Date(),
    ...options,
  });
  return {
    app,
    anonymous: caller(app),
    caller: ({ cookie }) => caller(app, cookie),
    stop: async () => {
      await app.close();
      await pool.end();
    },
  };
}

/** The error's code, after checking that the whole answer has the contract's form. */
export const codeOf = (reply: Reply): string => ErrorBody.parse(reply.json()).code;
export const problemsOf = (reply: Reply): Record<string, string> =>
  Object.fromEntries(ErrorBody.parse(reply.json()).details.map(({ field, message }) => [field, message]));
export const answerOf = <Schema extends z.ZodMiniType>(schema: Schema, reply: Reply): z.output<Schema> =>
  schema.parse(reply.json());
/** Status and code of a refused call. */
export const refusalOf = (reply: Reply): [number, string] => [reply.statusCode, codeOf(reply)];
/** The statuses of calls that were made at once, in ascending order. */
export const statusesOf = (replies: readonly Reply[]): number[] =>
  replies.map(({ statusCode }) => statusCode).sort((one, other) => one - other);
