import { useEffect, useState } from 'react';
import type { ServerFacts } from '#sync/session/server-facts.ts';
import { loadCode } from '../kit/load-code.ts';
import { loadDevice } from '../runtime/load-device.ts';

const ORDINARY: ServerFacts = { sendsResetLinks: true, awaitsAdministrator: false };

/**
 * Returns the facts about the server that the pages before the sign-in show, or default values until the server has responded.
 */
export function useServerFacts(isInsecure: boolean): ServerFacts {
  const [facts, setFacts] = useState(ORDINARY);
  useEffect(() => {
    // The device code, which sends the requests, does not load without a secure context.
    if (isInsecure) return;
    const read = async () => {
      await loadDevice();
      const { readServerFacts } = await loadCode(() => import('#sync/session/server-facts.ts'));
      setFacts(await readServerFacts());
    };
    // The page works without these facts. If the device code does not load, the session reports it.
    read().catch(() => undefined);
  }, [isInsecure]);
  return facts;
}
