import { vi } from 'vitest';

/** Retries the check for up to 60 s until it passes; vitest's default of one second is too short on a busy machine. */
export const retryUntilPassing = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000 });
