import type { Actor } from './actor.ts';

/** Who does something, for which branch, with what and when: what the activity log keeps of it. */
export interface Trace {
  readonly actor: Pick<Actor, 'userId' | 'displayName'>;
  readonly branchId: string | null;
  /** The browser in words, such as 'Chrome en Android'; null for a program that says nothing we know. */
  readonly device: string | null;
  /** On the provider's clock. */
  readonly at: Date;
}
