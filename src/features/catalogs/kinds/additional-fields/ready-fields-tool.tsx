import { ReadyFieldsButton } from '#components/ready-fields/ready-fields-button.tsx';
import { useCatalogScreen } from '../../catalog-screen.ts';
import { useRefetchAndUpdateDevice } from '../../queries.ts';

/** Button of the catalogue that adds ready fields; nothing if the server does not offer additional fields. */
export function ReadyFieldsTool() {
  const { ownerId, isOffered, disabledReason } = useCatalogScreen();
  const refetch = useRefetchAndUpdateDevice();
  if (!isOffered) return null;
  return <ReadyFieldsButton ownerId={ownerId} disabledReason={disabledReason} onAdded={refetch} />;
}
