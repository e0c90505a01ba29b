import type { Account } from '#sync/session/session.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { DeviceCodeSection } from './identity-section.tsx';
import { BrigadeSection } from './brigade-section.tsx';
import { LockSection } from './lock-section.tsx';
import { RescueSection } from './rescue-section.tsx';
import { StorageSection } from './storage-section.tsx';

/** Page `/device`, 'Este dispositivo': protection of the device, stored data, and health of its storage. */
export const DevicePage = ({ account }: { account: Account }) => (
  <>
    <PageHeader title="Este dispositivo" sub="Cómo está protegido y qué guarda el equipo que usas ahora." />
    <LockSection />
    <StorageSection ownerId={account.userId} />
    <RescueSection account={account} />
    {account.actions.includes('register_patients') && account.grantable !== undefined && <BrigadeSection />}
    <DeviceCodeSection />
  </>
);
