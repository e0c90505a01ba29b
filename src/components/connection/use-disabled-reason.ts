import { findEditingDisabledReason } from '#sync/requests/disabled-reason.ts';
import type { Account } from '#sync/session/session.ts';
import { useConnectionState } from './use-connection-state.ts';

/** Returns why the user cannot change administrative data now; null if the user can. */
export const useDisabledReason = (account: Account): string | null =>
  findEditingDisabledReason(account, useConnectionState());
