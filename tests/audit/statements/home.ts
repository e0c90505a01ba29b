import type { Statement } from './statement.ts';

/** §2 and §9: figures and quick access. */
export const statements = [] as const satisfies readonly Statement[];
