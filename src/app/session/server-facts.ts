import { useEffect, useState } from 'react';
import type { ServerSignInInfo } from '#sync/session/server-facts.ts';
import { loadCode } from '#ui/hooks/load-code.ts';
import { loadDevice } from '../runtime/load-device.ts';

const DEFAULT_SERVER_SIGN_IN_INFO: ServerSignInInfo = { sendsResetLinks: true, awaitsAdministrator: false };

export function useServerSignInInfo(isInsecure: boolean): ServerSignInInfo {
  const [facts, setFacts] = useState(DEFAULT_SERVER_SIGN_IN_INFO);
  useEffect(() => {
    // The device code, which sends the requests, does not load without a secure context.
    if (isInsecure) return;
    const read = async () => {
      await loadDevice();
      const { fetchServerSignInInfo: readServerFacts } = await loadCode(
        () => import('#sync/session/server-facts.ts'),
      );
      setFacts(await readServerFacts());
    };
    // The default values suffice. If the device code does not load, the session reports this.
    read().catch(() => undefined);
  }, [isInsecure]);
  return facts;
}
