import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '#contract/errors.ts';
import { API_BASE } from '#contract/routes/definition/route.ts';
import { routes } from '#contract/routes/routes.ts';
import { AppError, INVALID_FIELDS_TEXT, firstProblemOfEachField } from '../../base/errors.ts';
import { PRE_ROUTING_HEADERS } from './security-headers.ts';

const MALFORMED_REQUEST_TEXT = 'No pudimos leer la solicitud.';

/**
 * Creates the error for a request that arrives too slowly. The outbox retries the request (S8), possibly over a better
 * connection.
 */
export const requestTimeoutError = (): AppError =>
  new AppError('request_timeout', 'La solicitud tardó demasiado en llegar. Intenta de nuevo.');

/** Errors of Fastify, by code, whose response must not be a plain 400. */
const APP_ERROR_PER_FASTIFY_CODE: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', 'Este tipo de contenido no se acepta aquí.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('file_too_large', 'La solicitud es demasiado grande.'),
  FST_ERR_VALIDATION: () => new AppError('validation_failed', INVALID_FIELDS_TEXT),
};

/**
 * Matches SQLSTATE classes of temporary conditions of the database. 25006: the server is read-only because it is no longer
 * primary; 25P03: the transaction was idle too long.
 */
const TRANSIENT_SQLSTATE_PATTERN = /^(08|25006|25P03|40001|40P01|53|55P03|57P0|57014)/;
const TRANSIENT_SOCKET_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE'];
const TRANSIENT_POOL_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

const FILES_UNAVAILABLE_CODE = 'FILES_UNAVAILABLE';

interface ErrorWithCause {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function listErrorAndCauses(error: unknown): ErrorWithCause[] {
  const faults: ErrorWithCause[] = [];
  for (
    let fault = error;
    typeof fault === 'object' && fault !== null && faults.length < 5;
    fault = (fault as ErrorWithCause).cause
  )
    faults.push(fault);
  return faults;
}

function isTransientCause(fault: ErrorWithCause): boolean {
  if (fault.code === FILES_UNAVAILABLE_CODE) return true;
  if (['connect', 'read', 'write'].includes(fault.syscall ?? ''))
    return TRANSIENT_SOCKET_CODES.includes(fault.code ?? '');
  // node-postgres defines no codes for errors of its pool and sockets, so these errors are recognised by their messages. A test
  // checks that the messages are still the same.
  if (fault.code === undefined)
    return TRANSIENT_POOL_MESSAGES.some((start) => fault.message?.startsWith(start));
  return TRANSIENT_SQLSTATE_PATTERN.test(fault.code);
}

/**
 * Describes an error for the log without its message, because messages of the database and of drizzle quote values of the row.
 */
export const toLoggableFaults = (error: unknown) =>
  listErrorAndCauses(error).map(({ name, code, stack }) => ({
    name,
    code,
    at: stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12),
  }));

interface ZodIssueOfFastify {
  readonly instancePath: string;
  readonly message?: string;
}

/** Returns the first problem of each field. A field is named by its dotted API name (`patient.first_name`). */
const toFieldProblems = (issues: readonly ZodIssueOfFastify[]): FieldProblem[] =>
  firstProblemOfEachField(
    issues.map(({ instancePath, message = 'Valor no válido.' }) => ({
      field: instancePath.split('/').filter(Boolean).join('.'),
      message,
    })),
  );

/**
 * Returns true if the client disconnected before the request was complete. The server is not at fault, and no client reads the
 * response.
 */
const hasClientDisconnected = (error: FastifyError, { raw }: FastifyRequest): boolean =>
  error.code === 'ECONNRESET' && raw.destroyed && !raw.complete;

/**
 * Returns true for errors of the framework. Some of them have no code: @fastify/static throws such an error for an address with
 * a NUL or outside its folder.
 */
const mayBeFrameworkError = ({ code }: Partial<FastifyError>): boolean =>
  code === undefined || code.startsWith('FST_');

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error.validation)
    return new AppError('validation_failed', INVALID_FIELDS_TEXT, {
      details: toFieldProblems(error.validation),
    });
  const known = APP_ERROR_PER_FASTIFY_CODE[error.code];
  if (known) return known();
  if (mayBeFrameworkError(error) && (error.statusCode ?? 500) < 500)
    return new AppError('malformed_request', MALFORMED_REQUEST_TEXT);
  if (listErrorAndCauses(error).some(isTransientCause))
    return new AppError('unavailable', 'El servicio no está disponible en este momento. Intenta de nuevo.', {
      retryAfter: 2,
    });
  return new AppError('internal', 'Ocurrió un error inesperado. Intenta de nuevo.');
}

/**
 * Returns true for the intended 503 of /ready. It is not logged, because load balancers request /ready every second; /metrics
 * counts it.
 */
const isExpectedNotReady = (
  known: AppError,
  error: FastifyError,
  { routeOptions }: FastifyRequest,
): boolean => known === error && routeOptions.url === `${API_BASE}${routes.ready.path}`;

/**
 * Converts every error that occurs while a reply object exists into a response; for other errors see `respondAndCloseSocket`.
 * Logs a 5xx without the error's message, except the intended 503 of /ready.
 */
export function respondWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isCut = hasClientDisconnected(error, request);
  const known = isCut ? new AppError('malformed_request', MALFORMED_REQUEST_TEXT) : toAppError(error);
  if (isCut) request.log.info({ route: request.routeOptions.url ?? 'none' }, 'the client disconnected');
  if (known.status >= 500 && !isExpectedNotReady(known, error, request))
    request.log.error({ faults: toLoggableFaults(error) }, known.code);
  if (known.retryAfter !== undefined) void reply.header('retry-after', String(known.retryAfter));
  if (known.allow) void reply.header('allow', known.allow.join(', '));
  void reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(known.body);
}

const rejectionOfClientError = ({ code }: NodeJS.ErrnoException): AppError =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? requestTimeoutError()
    : new AppError('malformed_request', MALFORMED_REQUEST_TEXT);

/** Writes an error response directly to the socket and closes the connection. For cases in which no reply object exists. */
export function respondAndCloseSocket(
  socket: Socket,
  { status, body }: AppError,
  more: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  const headers = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...PRE_ROUTING_HEADERS,
    ...more,
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${text}`);
}

/**
 * Responds to errors of Node's parser, which occur before a request object exists, and to requests that exceed their time
 * limit.
 */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  respondAndCloseSocket(socket, rejectionOfClientError(error));
}
