import type { Statement } from './statement.ts';

/** §2 and §4: one evaluation. */
export const statements = [] as const satisfies readonly Statement[];
