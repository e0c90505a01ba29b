import type { Database } from '../database/client.ts';
import type { FileStore } from '../files/store.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What every route works with; made once by buildApp. */
export interface Context {
  readonly db: Database;
  readonly files: FileStore;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
  readonly signInLimits: SignInLimits;
}

/** Attempts to sign in that are answered within the window: by address from one client, by client, by address from anywhere. */
export interface SignInLimits {
  readonly perAddress: number;
  readonly perClient: number;
  readonly perAccount: number;
  readonly windowMs: number;
}
