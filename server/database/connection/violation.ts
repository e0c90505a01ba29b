const UNIQUE_VIOLATION = '23505';

interface DatabaseError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: unknown;
}

/**
 * True when two rows may not be equal by that unique index or constraint. Drizzle puts PostgreSQL's error, which names
 * it, behind one of its own.
 */
export function violatesUnique(error: unknown, constraint: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, constraint: broken, cause }: DatabaseError = error;
  return (code === UNIQUE_VIOLATION && broken === constraint) || violatesUnique(cause, constraint);
}
