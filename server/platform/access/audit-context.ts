import type { Actor } from './actor.ts';

export interface AuditContext {
  readonly actor: Pick<Actor, 'userId' | 'displayName'>;
  readonly branchId: string | null;
  /** Readable name of the browser, such as 'Chrome en Android'; null for an unknown program. */
  readonly device: string | null;
  readonly at: Date;
}
