import type { SystemState } from '#contract/records/system.ts';
import type { UsedProofs } from '../../access/used-proofs.ts';
import type { ByteBudget } from '../../base/byte-budget.ts';
import type { Database } from '../../database/connection/client.ts';
import type { FileStore } from '../../files/store.ts';
import type { LegalTexts } from '../../reports/input/legal-texts.ts';
import type { RememberedTotals } from '../../queries/evaluations/remembered-totals.ts';
import type { ReportRenderer } from '../../reports/rendering/render.ts';
import type { BackgroundWork } from '../responses/background.ts';
import type { RequestQueues } from '../responses/request-queues.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Dependencies of every route, created once by buildApp. */
export interface Context {
  readonly db: Database;
  readonly totals: RememberedTotals;
  readonly files: FileStore;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
  readonly usedProofs: UsedProofs;
  readonly signInLimits: SignInLimits;
  readonly bodyRoom: ByteBudget;
  readonly answerRoom: ByteBudget;
  readonly lanes: RequestQueues;
  readonly reports: ReportRenderer;
  /** True when a concept is issued right after signing instead of at the first request. */
  readonly issuesAfterSigning: boolean;
  readonly legalTexts: LegalTexts;
  /** Address under which users open the app; null when it is not configured. */
  readonly publicUrl: URL | null;
  /** Maximum size of an exam file, in bytes. */
  readonly attachmentMaxBytes: number;
  readonly background: BackgroundWork;
  /**
   * Notifies the sender of mails; `wake` is called after the commit that queued a mail. Null when no mail is configured and
   * links are passed on manually.
   */
  readonly mail: { wake(): void } | null;
  /** Returns true after the signal to stop. */
  readonly isDraining: () => boolean;
  /** Returns the current state of the server and its parts. */
  readonly systemState: (at: Date) => Promise<SystemState>;
  /** True when the response to a password reset request contains the token itself (config.ts). */
  readonly localMode: boolean;
  /** Returns true when the last check found no users. */
  readonly awaitsAdministrator: () => boolean;
}

/**
 * Maximum number of attempts within the window: for one account from one client network, for one client network, and for one
 * account.
 */
export interface SignInLimits {
  readonly perAddress: number;
  readonly perClient: number;
  readonly perAccount: number;
  readonly windowMs: number;
}
