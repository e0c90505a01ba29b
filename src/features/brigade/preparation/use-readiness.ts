import { useEffect, useState } from 'react';
import type { BatteryCharge } from '#domain/brigade/checks.ts';
import type { PreparedBrigade } from '#storage/device/brigade.ts';
import { readBrigadeReadiness, type BrigadeReadiness } from '#sync/brigade/facts.ts';
import type { Account } from '#sync/session/session.ts';
import { useDelayedLiveQuery } from '#components/connection/use-settled-query.ts';

/** Battery as Chromium reports it; other browsers lack the API, so TypeScript does not define it. */
interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}
const BATTERY_EVENTS = ['levelchange', 'chargingchange'];

async function requestBattery(): Promise<BatteryManager | null> {
  const browser = navigator as Navigator & { readonly getBattery?: () => Promise<BatteryManager> };
  // The browser may reject the call; the battery is then unknown.
  return (await browser.getBattery?.().catch(() => null)) ?? null;
}

function useBattery(): BatteryCharge | null {
  const [charge, setCharge] = useState<BatteryCharge | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const follow = async () => {
      const battery = await requestBattery();
      if (!battery || gone.signal.aborted) return;
      const read = () => setCharge({ level: battery.level, isCharging: battery.charging });
      read();
      for (const type of BATTERY_EVENTS) battery.addEventListener(type, read, { signal: gone.signal });
    };
    follow().catch(reportError);
    return () => gone.abort();
  }, []);
  return charge;
}

/** Returns whether a service worker serves this page, so that the app starts without network; null if it is unknown. */
const isServedByWorker = (): boolean | null =>
  'serviceWorker' in navigator ? navigator.serviceWorker.controller !== null : null;

/** Readiness with the time at which it was read, ms since the epoch. */
export type CheckedReadiness = BrigadeReadiness & { readonly checkedAt: number };

/** Reads what the device has for the brigade, now and after each change; undefined until the first reading. */
export function useBrigadeReadiness(
  account: Account,
  brigade: PreparedBrigade,
): CheckedReadiness | undefined {
  const battery = useBattery();
  return useDelayedLiveQuery(
    ['device', 'deviceKeys', 'cache', 'mirrors', 'entries'],
    async () => {
      const page = { battery, isInstalled: isServedByWorker() };
      return { ...(await readBrigadeReadiness(account, brigade, page)), checkedAt: Date.now() };
    },
    [account, brigade, battery],
  );
}
