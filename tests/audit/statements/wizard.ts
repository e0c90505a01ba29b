import type { Statement } from './statement.ts';

/** §2, §4 and §5: the registration. */
export const statements = [] as const satisfies readonly Statement[];
