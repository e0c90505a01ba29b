import type { Statement } from './statement.ts';

/** §5: how the app asks, and what the provider refuses. */
export const statements = [] as const satisfies readonly Statement[];
