import type { Statement } from './statement.ts';

/** §8: what an answer that is not OK means. */
export const statements = [
  {
    id: 'statuses-1',
    section: '§8',
    says: 'Whatever is refused has its HTTP status, and a body that says why.',
  },
] as const satisfies readonly Statement[];
