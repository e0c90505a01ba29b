import type { Statement } from './statement.ts';

/** §2: top bar, navigation, dialogs. */
export const statements = [] as const satisfies readonly Statement[];
