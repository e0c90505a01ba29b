import { ReadyFieldsButton } from '#components/ready-fields/ready-fields-button.tsx';
import { useCatalogScreen } from '../../catalog-screen.ts';
import { useDisabledReason, useIsCatalogOffered, useRefetchAndUpdateDevice } from '../../queries.ts';

/** Button of the catalogue that adds ready fields; nothing if the server does not offer additional fields. */
export function ReadyFieldsTool() {
  const { account, ownerId } = useCatalogScreen();
  const refetch = useRefetchAndUpdateDevice();
  const disabledReason = useDisabledReason(account);
  if (!useIsCatalogOffered()) return null;
  return <ReadyFieldsButton ownerId={ownerId} disabledReason={disabledReason} onAdded={refetch} />;
}
