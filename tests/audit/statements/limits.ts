import type { Statement } from './statement.ts';

/** §9: sizes, pauses, how long a copy is fresh. */
export const statements = [] as const satisfies readonly Statement[];
