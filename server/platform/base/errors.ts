import {
  HTTP_STATUS_BY_ERROR_CODE,
  type ErrorBody,
  type ErrorCode,
  type FieldProblem,
} from '#contract/errors.ts';

export const INVALID_FIELDS_TEXT = 'Corrige los campos marcados antes de continuar.';

/** Maximum number of invalid fields listed in an error response. */
export const MAX_FIELD_PROBLEMS = 50;

interface ErrorExtras {
  readonly details?: readonly FieldProblem[];
  readonly retryAfter?: number;
  readonly allow?: readonly string[];
}

/** Error that the server sends as a response to a rejected request: a code of the contract and a message for users. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly FieldProblem[];
  readonly retryAfter: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = (extras.details ?? []).slice(0, MAX_FIELD_PROBLEMS);
    this.retryAfter = extras.retryAfter;
    this.allow = extras.allow;
  }

  get status(): number {
    return HTTP_STATUS_BY_ERROR_CODE[this.code];
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, details: [...this.details] };
  }
}

/** Returns the first problem of each field, at most MAX_FIELD_PROBLEMS. */
export function firstProblemOfEachField(problems: Iterable<FieldProblem>): FieldProblem[] {
  const byField = new Map<string, FieldProblem>();
  for (const problem of problems) {
    if (byField.size >= MAX_FIELD_PROBLEMS) break;
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()];
}

export const fieldError = (...details: FieldProblem[]): AppError =>
  new AppError('validation_failed', INVALID_FIELDS_TEXT, { details });

export const forbiddenError = (): AppError => new AppError('forbidden', 'No tienes permiso para hacer esto.');

export const notFoundError = (message = 'No encontramos lo que buscas.'): AppError =>
  new AppError('not_found', message);
