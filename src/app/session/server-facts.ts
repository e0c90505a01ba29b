import { useEffect, useState } from 'react';
import type { ServerFacts } from '#sync/session/server-facts.ts';
import { loadCode } from '../kit/load-code.ts';
import { loadDevice } from '../runtime/load-device.ts';

const ORDINARY: ServerFacts = { sendsResetLinks: true, awaitsAdministrator: false };

/** Returns what a page before the sign-in shows about the server: an ordinary one until the server has responded. */
export function useServerFacts(isInsecure: boolean): ServerFacts {
  const [facts, setFacts] = useState(ORDINARY);
  useEffect(() => {
    // Without a secure context the device's part, which makes the calls, does not load.
    if (isInsecure) return;
    const read = async () => {
      await loadDevice();
      const { readServerFacts } = await loadCode(() => import('#sync/session/server-facts.ts'));
      setFacts(await readServerFacts());
    };
    // The page does without them; a device or program that does not load is reported by the session.
    read().catch(() => undefined);
  }, [isInsecure]);
  return facts;
}
