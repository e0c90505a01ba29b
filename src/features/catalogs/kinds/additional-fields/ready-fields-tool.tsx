import type { Account } from '#sync/session/session.ts';
import { ReadyFieldsButton } from '#components/ready-fields/ready-fields-button.tsx';
import { useIsCatalogOffered, useRefetchAfterChange } from '../../queries.ts';
import { useDisabledReason } from '../../use-disabled-reason.ts';

/** Button of the catalogue that adds ready fields; nothing if the server does not offer additional fields. */
export function ReadyFieldsTool({ account }: { readonly account: Account }) {
  const refetch = useRefetchAfterChange(account.userId);
  const disabledReason = useDisabledReason(account);
  if (!useIsCatalogOffered('additional_fields', account.userId)) return null;
  return (
    <ReadyFieldsButton
      ownerId={account.userId}
      disabledReason={disabledReason}
      onAdded={() => refetch('additional-fields')}
    />
  );
}
