import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SystemState } from '#contract/records/system.ts';
import type { Route } from '#contract/routes/routes.ts';
import type { UsedProofs } from '../../access/used-proofs.ts';
import type { ByteBudget } from '../../base/byte-budget.ts';
import type { Database } from '../../database/connection/client.ts';
import type { FileStore } from '../../files/store.ts';
import type { RouteSettings } from '../../settings/read.ts';
import type { BackgroundWork } from '../responses/background.ts';
import type { RequestQueues } from '../responses/request-queues.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Checks of a request that need data of the modules above this one; app.ts sets them. */
export interface Guards {
  /**
   * Sets the user of the request; a public route has no user. Runs before the body is read.
   * @throws unauthenticated, forbidden
   */
  authorize(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Runs the work. If the work rejects a signed-in user's request about an existing evaluation, writes a log entry. */
  withRejectionLog<Result>(
    route: Route,
    request: FastifyRequest,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** Objects that the routes of all modules share. A module whose routes need more extends this type. */
export interface Context extends RouteSettings {
  readonly db: Database;
  readonly guards: Guards;
  readonly files: FileStore;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
  readonly usedProofs: UsedProofs;
  readonly signInLimits: SignInLimits;
  readonly bodyRoom: ByteBudget;
  readonly answerRoom: ByteBudget;
  readonly queues: RequestQueues;
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
  /** Returns true if the last check found no users in the database. */
  readonly awaitsAdministrator: () => boolean;
}

/**
 * Maximum numbers of sign-in attempts within the time window: for one account from one network, for one network, and for one
 * account from all networks.
 */
export interface SignInLimits {
  readonly perAddress: number;
  readonly perClient: number;
  readonly perAccount: number;
  readonly windowMs: number;
}
