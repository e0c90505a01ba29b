import type { SystemState } from '#contract/records/system.ts';
import type { UsedProofs } from '../../access/used-proofs.ts';
import type { ByteRoom } from '../../base/byte-room.ts';
import type { Database } from '../../database/connection/client.ts';
import type { FileStore } from '../../files/store.ts';
import type { LegalTexts } from '../../reports/input/legal-texts.ts';
import type { RememberedTotals } from '../../queries/evaluations/remembered-totals.ts';
import type { ReportRenderer } from '../../reports/rendering/render.ts';
import type { Background } from '../answers/background.ts';
import type { Lanes } from '../answers/lanes.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What every route works with; made once by buildApp. */
export interface Context {
  readonly db: Database;
  readonly totals: RememberedTotals;
  readonly files: FileStore;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
  readonly usedProofs: UsedProofs;
  readonly signInLimits: SignInLimits;
  readonly bodyRoom: ByteRoom;
  readonly answerRoom: ByteRoom;
  readonly lanes: Lanes;
  readonly reports: ReportRenderer;
  /** Whether a concept is issued as soon as it is signed, and not when it is asked for. */
  readonly issuesAfterSigning: boolean;
  readonly legalTexts: LegalTexts;
  /** The address that people use; null where nobody said. */
  readonly publicUrl: URL | null;
  /** The largest file of an exam. */
  readonly attachmentMaxBytes: number;
  readonly background: Background;
  /** Null where nothing sends mail: links are passed on by hand. `wake` after the commit that queued one. */
  readonly mail: { wake(): void } | null;
  /** True from the signal to stop on. */
  readonly isDraining: () => boolean;
  /** How the server stands. */
  readonly systemState: (at: Date) => Promise<SystemState>;
  /** True where a reset answers its token itself (config.ts). */
  readonly localMode: boolean;
  /** Whether no user exists yet, as last seen. */
  readonly awaitsAdministrator: () => boolean;
}

/** Attempts within the window, for each limited action: by account and client, by client, by account. */
export interface SignInLimits {
  readonly perAddress: number;
  readonly perClient: number;
  readonly perAccount: number;
  readonly windowMs: number;
}
