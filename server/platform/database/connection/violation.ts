const UNIQUE_VIOLATION = '23505';

interface DatabaseError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: unknown;
}

/**
 * Returns true when the error is a violation of this unique index or constraint. Drizzle wraps PostgreSQL's error, so the name
 * of the constraint is in the error's cause.
 */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, constraint: broken, cause }: DatabaseError = error;
  return (code === UNIQUE_VIOLATION && broken === constraint) || isUniqueViolation(cause, constraint);
}
