import { vi } from 'vitest';

/**
 * Retries the check for up to 60 s until it passes; vitest's default of one second is too short on a busy machine.
 * @param options.interval pause between two checks, ms
 */
export const retryUntilPassing = <T>(
  check: () => T | Promise<T>,
  options?: { readonly interval: number },
): Promise<T> => vi.waitFor(check, { ...options, timeout: 60_000 });
