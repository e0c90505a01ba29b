import type { Sent } from './provider.ts';

/** A good call of a route; one that is spent or that changes something makes what it needs anew each time. */
export interface Example {
  readonly path: string;
  readonly sent?: Sent;
  /** What a desk of another branch gets; `own` where the answer holds only what is theirs or everybody's. */
  readonly otherBranch: 'own' | 404;
}
export type Examples<Name extends string> = Record<Name, () => Example | Promise<Example>>;

export const own = (path: string): Example => ({ path, otherBranch: 'own' });
