import type { Statement } from './statement.ts';

/** §7: every call. */
export const statements = [] as const satisfies readonly Statement[];
