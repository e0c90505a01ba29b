import { disabledReason } from '#sync/requests/disabled-reason.ts';
import type { Account } from '#sync/session/session.ts';
import { useConnectionState } from '#components/use-link.ts';

/** Returns the reason why changes are disabled now; null when they are enabled. */
export const useDisabledReason = (account: Account): string | null =>
  disabledReason(account, useConnectionState());
