import type { Statement } from './statement.ts';

/** §6: who may and who may not. */
export const statements = [] as const satisfies readonly Statement[];
