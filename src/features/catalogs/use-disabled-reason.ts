import { findEditingDisabledReason } from '#sync/requests/disabled-reason.ts';
import type { Account } from '#sync/session/session.ts';
import { useConnectionState } from '#components/use-connection-state.ts';

/** Returns why the user cannot change catalogues now; null if the user can. */
export const useDisabledReason = (account: Account): string | null =>
  findEditingDisabledReason(account, useConnectionState());
