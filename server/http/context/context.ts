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
  /** True if the concept is made right after the signing; false if it is made at the first request for it. */
  readonly issuesAfterSigning: boolean;
  readonly legalTexts: LegalTexts;
  /** Address at which users open the app; null when it is not configured. */
  readonly publicUrl: URL | null;
  readonly attachmentMaxBytes: number;
  readonly background: BackgroundWork;
  /**
   * Mail sender; `wake` must be called after a commit that queued a mail. Null without a mail server; administrators then pass
   * links on manually.
   */
  readonly mail: { wake(): void } | null;
  readonly isDraining: () => boolean;
  readonly systemState: (at: Date) => Promise<SystemState>;
  /** True if the response to a password reset request contains the token itself (config.ts). */
  readonly localMode: boolean;
  /** Returns true if the last check found no users. */
  readonly awaitsAdministrator: () => boolean;
}

/**
 * Maximum numbers of attempts within the window: for one account from one network, for one network, and for one account from
 * all networks.
 */
export interface SignInLimits {
  readonly perAddress: number;
  readonly perClient: number;
  readonly perAccount: number;
  readonly windowMs: number;
}
