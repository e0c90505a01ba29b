import { vi } from 'vitest';

/** Waits until the check holds. A second, vitest's default, is not much on a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000 });
