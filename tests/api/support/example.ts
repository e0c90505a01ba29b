import type { Sent } from './provider.ts';

/** Valid request of a route. An example that is used up or that changes data creates its prerequisites each time. */
export interface Example {
  readonly path: string;
  readonly sent?: Sent;
  /** Response to a receptionist of another branch; `own` when it contains only data of that branch or data of all branches. */
  readonly otherBranch: 'own' | 404;
}
export type Examples<Name extends string> = Record<Name, () => Example | Promise<Example>>;

export const own = (path: string): Example => ({ path, otherBranch: 'own' });
