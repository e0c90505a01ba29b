import type { Statement } from './statement.ts';

/** §2: addresses, and who is led where. */
export const statements = [] as const satisfies readonly Statement[];
