import type { Statement } from './statement.ts';

/** §4 as the wire shows it. */
export const statements = [] as const satisfies readonly Statement[];
