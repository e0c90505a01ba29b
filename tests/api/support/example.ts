import type { SentRequest } from './server.ts';

/** Valid request of a route. An example that is used up or that changes data creates its prerequisites each time. */
export interface Example {
  readonly path: string;
  readonly sent?: SentRequest;
  /**
   * Response to a receptionist of another branch: 404, or `own` if the response contains only data that this receptionist may
   * read.
   */
  readonly otherBranch: 'own' | 404;
}
export type Examples<Name extends string> = Record<Name, () => Example | Promise<Example>>;

export const ownBranchExample = (path: string): Example => ({ path, otherBranch: 'own' });
