import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ErrorBody } from '#contract/errors.ts';
import { API_BASE, type Route } from '#contract/routes/routes.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../base/errors.ts';
import { runInQueueIfRead } from '../responses/request-queues.ts';
import { reserveBodyMemory, runAndReleaseBodyMemory } from '../bodies/body-budget.ts';
import { requireActiveBranch } from '../callers/branch.ts';
import type { Context } from '../context/context.ts';
import { parseBodyWithRows } from '../bodies/body-rows.ts';
import { rejectUnstorableInput } from '../bodies/storable-text.ts';
import { MULTIPART_OVERHEAD_BYTES } from '../bodies/upload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    branchId: string | null;
  }
}

type ParsedInput<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type RouteInput<R, Name extends string> =
  R extends Record<Name, infer Schema> ? ParsedInput<Schema> : undefined;

interface HandlerCall<R extends Route> {
  readonly actor: R['access'] extends 'public' ? null : Actor;
  /**
   * Branch of the session; not null if the route requires a branch. Not set for idempotent routes, because capture.ts
   * determines their branch.
   */
  readonly branchId: R extends { idempotent: true }
    ? null
    : R extends { branch: true }
      ? string
      : string | null;
  readonly params: RouteInput<R, 'params'>;
  readonly query: RouteInput<R, 'query'>;
  readonly body: RouteInput<R, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Body of a response. Null for status 204, and for status 304 of a route with a tag. A handler must not return the Fastify
 * reply itself, because every `await` of the reply would send it.
 */
type ResponseBody<R extends Route> = R['answer'] extends z.ZodMiniType ? z.input<R['answer']> : unknown;
type HandlerResult<R extends Route> = R extends { etag: true } | { mayBeEmpty: true }
  ? ResponseBody<R> | null
  : ResponseBody<R>;
export type RouteHandler<R extends Route> = (call: HandlerCall<R>) => Promise<HandlerResult<R>>;

/** Maximum size of a body with many results or notes: the sum of the contract's limits, with two bytes per character. */
const LARGE_BODY_MAX_BYTES = 4 * 1024 * 1024;

/** Registers a route with the permissions, input and response that the contract defines; the handler supplies the behaviour. */
export function registerRoute<R extends Route>(
  app: FastifyInstance,
  context: Context,
  route: R,
  handler: RouteHandler<R>,
): void {
  const { guards } = context;
  app.route({
    method: route.method,
    url: API_BASE + route.path,
    schema: fastifySchemaOf(route),
    ...bodyLimitOption(route),
    ...(route.bodyRows && { config: { bodyMaxValues: route.bodyRows.maxValues } }),
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      await guards.withRejectionLog(route, request, async () => {
        await guards.authorize(route, request, reply);
        request.branchId = branchOfRequest(route, request.actor);
      });
      const most = reservedBodyBytesOf(context, route);
      if (most !== null) reserveBodyMemory(context.bodyRoom, { request, reply }, most);
    },
    preValidation: async (request) => {
      rejectUnreadableRequest(request, route);
      await readBody(request, route);
    },
    handler: async (request, reply) => {
      void reply.code(route.status);
      const { actor, branchId, params, query, body } = request;
      const call = { actor, branchId, params, query, body, request, reply } as HandlerCall<R>;
      const answer = await runInQueueIfRead(context.queues, route, request, () =>
        runAndReleaseBodyMemory(request, () => guards.withRejectionLog(route, request, () => handler(call))),
      );
      // Returning null to Fastify would give the 304 the length of a JSON body although it has no body, and the reverse proxy
      // rejects such a response.
      if (reply.statusCode === 304) return reply.send();
      if (route.mayBeEmpty && answer === null) void reply.code(204);
      return answer;
    },
  });
}

function bodyLimitOption({ largeBody, bodyMaxBytes }: Route): { bodyLimit?: number } {
  if (largeBody) return { bodyLimit: LARGE_BODY_MAX_BYTES };
  return bodyMaxBytes === undefined ? {} : { bodyLimit: bodyMaxBytes };
}

/**
 * Returns the maximum size in bytes of a body of the route, if memory must be reserved for it; null if bodies have at most a
 * few kB.
 */
function reservedBodyBytesOf(
  { attachmentMaxBytes }: Context,
  { body, largeBody, bodyMaxBytes, bodyRows }: Route,
): number | null {
  if (body === 'multipart') return attachmentMaxBytes + MULTIPART_OVERHEAD_BYTES;
  if (largeBody) return LARGE_BODY_MAX_BYTES;
  return bodyRows ? (bodyMaxBytes ?? null) : null;
}

/**
 * Returns the branch of the request. An idempotent route determines its branch only after the check of the idempotency key, so
 * that a repeated request gets its stored response even if the user's branch has changed.
 */
function branchOfRequest({ branch, idempotent }: Route, actor: Actor | null): string | null {
  if (idempotent) return null;
  return branch ? requireActiveBranch(actor) : (actor?.activeBranchId ?? null);
}

const fastifySchemaOf = ({ params, query, body, bodyRows, answer, status }: Route) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  // `readBody` validates a body with many rows.
  ...(body === 'multipart' ? { consumes: ['multipart/form-data'] } : body && !bodyRows && { body }),
  response: { ...(answer && { [status]: answer }), '4xx': ErrorBody },
});

function rejectUnreadableRequest(request: FastifyRequest, route: Route): void {
  const multipart = request.isMultipart();
  if (route.body && multipart !== (route.body === 'multipart'))
    throw new AppError('unsupported_media_type', 'Este tipo de contenido no se acepta aquí.');
  if (route.bodyMayBeMissing) request.body ??= {};
  if (route.body && route.body !== 'multipart' && request.body === undefined)
    throw new AppError('malformed_request', 'Falta el contenido de la solicitud.');
  rejectUnstorableInput({ ...(request.params as object), ...(request.query as object) });
}

/** Rejects a body that cannot be stored. Validates a body with many rows; Fastify validates all others. */
async function readBody(request: FastifyRequest, { body, bodyRows }: Route): Promise<void> {
  if (request.isMultipart()) return;
  if (bodyRows) request.body = await parseBodyWithRows(body as z.ZodMiniObject, bodyRows.field, request.body);
  else rejectUnstorableInput(request.body);
}
