import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '#contract/errors.ts';
import { API_BASE } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/routes.ts';
import { AppError, FIELDS_MESSAGE, PROBLEMS_MAX } from '../../base/errors.ts';
import { BARE_HEADERS } from './security-headers.ts';

const MALFORMED = 'No pudimos leer la solicitud.';

/** Whoever sends it again may have a better link: the outbox does (S8). */
export const tooSlow = (): AppError =>
  new AppError('request_timeout', 'La solicitud tardó demasiado en llegar. Intenta de nuevo.');

/** Fastify's own refusals that are not plain 400s, by its code. */
const FRAMEWORK: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', 'Este tipo de contenido no se acepta aquí.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('file_too_large', 'La solicitud es demasiado grande.'),
  FST_ERR_VALIDATION: () => new AppError('validation_failed', FIELDS_MESSAGE),
};

/** Conditions of the database that pass by themselves: SQLSTATE classes and socket errors. 25006: read-only, no longer primary; 25P03: idle too long. */
const PASSING_STATE = /^(08|25006|25P03|40001|40P01|53|55P03|57P0|57014)/;
const PASSING_SOCKET = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE'];
const POOL_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/** Of the store of the files (FilesUnavailable). */
const FILES_AWAY = 'FILES_UNAVAILABLE';

interface Fault {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function chain(error: unknown): Fault[] {
  const faults: Fault[] = [];
  for (
    let fault = error;
    typeof fault === 'object' && fault !== null && faults.length < 5;
    fault = (fault as Fault).cause
  )
    faults.push(fault);
  return faults;
}

function isPassing(fault: Fault): boolean {
  if (fault.code === FILES_AWAY) return true;
  if (['connect', 'read', 'write'].includes(fault.syscall ?? ''))
    return PASSING_SOCKET.includes(fault.code ?? '');
  // node-postgres gives its pool's and socket's own ends no code; this list is its wording, pinned by a test.
  if (fault.code === undefined) return POOL_MESSAGES.some((start) => fault.message?.startsWith(start));
  return PASSING_STATE.test(fault.code);
}

/** A bug without its words: messages of the database and of drizzle quote the values of the row. */
export const describeFault = (error: unknown) =>
  chain(error).map(({ name, code, stack }) => ({
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

/** The first problem of each field, as far as PROBLEMS_MAX, under the wire's dotted name (`patient.first_name`). */
function problemsOf(issues: readonly ZodIssueOfFastify[]): FieldProblem[] {
  const byField = new Map<string, FieldProblem>();
  for (const { instancePath, message = 'Valor no válido.' } of issues) {
    if (byField.size >= PROBLEMS_MAX) break;
    const field = instancePath.split('/').filter(Boolean).join('.');
    if (!byField.has(field)) byField.set(field, { field, message });
  }
  return [...byField.values()];
}

/** The caller hung up before the request was whole: nobody reads the answer, and nothing is wrong here. */
const isCutOff = (error: FastifyError, { raw }: FastifyRequest): boolean =>
  error.code === 'ECONNRESET' && raw.destroyed && !raw.complete;

/** @fastify/static refuses an address with a NUL, or one that leaves its folder, without a code. */
const isOfFramework = ({ code }: Partial<FastifyError>): boolean =>
  code === undefined || code.startsWith('FST_');

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error.validation)
    return new AppError('validation_failed', FIELDS_MESSAGE, { details: problemsOf(error.validation) });
  const known = FRAMEWORK[error.code];
  if (known) return known();
  if (isOfFramework(error) && (error.statusCode ?? 500) < 500)
    return new AppError('malformed_request', MALFORMED);
  if (chain(error).some(isPassing))
    return new AppError('unavailable', 'El servicio no está disponible en este momento. Intenta de nuevo.', {
      retryAfter: 2,
    });
  return new AppError('internal', 'Ocurrió un error inesperado. Intenta de nuevo.');
}

/** /ready's own 503 is not logged: balancers ask every second. /metrics counts it. */
const isNotReady = (known: AppError, error: FastifyError, { routeOptions }: FastifyRequest): boolean =>
  known === error && routeOptions.url === `${API_BASE}${routes.ready.path}`;

/** The one place where an error becomes an answer; a 5xx is logged without the words of its message. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isCut = isCutOff(error, request);
  const known = isCut ? new AppError('malformed_request', MALFORMED) : toAppError(error);
  if (isCut) request.log.info({ route: request.routeOptions.url ?? 'none' }, 'the caller hung up');
  if (known.status >= 500 && !isNotReady(known, error, request))
    request.log.error({ faults: describeFault(error) }, known.code);
  if (known.retryAfter !== undefined) void reply.header('retry-after', String(known.retryAfter));
  if (known.allow) void reply.header('allow', known.allow.join(', '));
  void reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(known.body);
}

const refusalOfClient = ({ code }: NodeJS.ErrnoException): AppError =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : new AppError('malformed_request', MALFORMED);

/** Closes the connection with an answer, written by hand where there is no reply. */
export function hangUp(socket: Socket, { status, body }: AppError, more: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  const headers = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...BARE_HEADERS,
    ...more,
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${text}`);
}

/** What Node's parser refuses before there is a request, and a request that does not end in time. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  hangUp(socket, refusalOfClient(error));
}
