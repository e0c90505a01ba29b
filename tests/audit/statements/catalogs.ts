import type { Statement } from './statement.ts';

/** §2 and §5: the catalogues. */
export const statements = [] as const satisfies readonly Statement[];
