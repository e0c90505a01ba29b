import type { RequestInput } from '../server.ts';

/** Valid request of a route. An example that changes data or is valid only once creates the rows that it needs on each use. */
export interface RouteExample {
  readonly path: string;
  readonly sent?: RequestInput;
  /**
   * Response that a receptionist of another branch gets: 404, or `own` if the response contains only data that this
   * receptionist may read.
   */
  readonly otherBranch: 'own' | 404;
}
export type RouteExamples<Name extends string> = Record<Name, () => RouteExample | Promise<RouteExample>>;

export const ownDataExample = (path: string): RouteExample => ({ path, otherBranch: 'own' });
