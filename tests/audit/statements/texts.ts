import type { Statement } from './statement.ts';

/** §8: the words of a failure and of a success. */
export const statements = [] as const satisfies readonly Statement[];
