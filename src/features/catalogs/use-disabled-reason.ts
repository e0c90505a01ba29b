import { disabledReason } from '#sync/requests/disabled-reason.ts';
import type { Account } from '#sync/session/session.ts';
import { useLink } from '#components/use-link.ts';

/** Why nothing can be changed now; null when it can. */
export const useDisabledReason = (account: Account): string | null => disabledReason(account, useLink());
