import type { Database } from '../database/client.ts';
import type { FileStore } from '../files/store.ts';
import type { LegalTexts } from '../reports/legal-texts.ts';
import type { ReportRenderer } from '../reports/render.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What every route works with; made once by buildApp. */
export interface Context {
  readonly db: Database;
  readonly files: FileStore;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
  readonly signInLimits: SignInLimits;
  readonly reports: ReportRenderer;
  readonly legalTexts: LegalTexts;
  /** The largest file of an exam. */
  readonly attachmentMaxBytes: number;
}

/** Attempts to sign in that are answered within the window: by address from one client, by client, by address from anywhere. */
export interface SignInLimits {
  readonly perAddress: number;
  readonly perClient: number;
  readonly perAccount: number;
  readonly windowMs: number;
}
