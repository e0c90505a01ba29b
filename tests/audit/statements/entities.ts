import type { Statement } from './statement.ts';

/** §3: what the provider keeps and answers. */
export const statements = [] as const satisfies readonly Statement[];
