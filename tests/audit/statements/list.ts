import type { Statement } from './statement.ts';

/** §2: the list of evaluations. */
export const statements = [] as const satisfies readonly Statement[];
