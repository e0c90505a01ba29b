import { vi } from 'vitest';
import { ANA_ID, signInOnDevice, wipeDevice } from '../device.ts';
import type { RequestResponder } from './session-server.ts';

export const receivedReports: { path: string; body: Record<string, unknown> }[] = [];

export const acceptReports: RequestResponder = async (path, request) => {
  if (path.endsWith('/health'))
    return Response.json({ service: 'ventanilla', status: 'ok', now: '2026-11-20T12:00:00.000Z' });
  receivedReports.push({ path, body: (await request.json()) as Record<string, unknown> });
  return new Response(null, { status: 204 });
};

type LockedWork = (lock: object | null) => Promise<void>;

/**
 * Names of held locks, in place of Web Locks, which Node lacks. A caller that requests a held lock does not wait and gets none.
 */
const heldLockNames = new Set<string>();
export async function requestFakeLock(
  name: string,
  ...rest: [LockedWork] | [object, LockedWork]
): Promise<void> {
  const work = rest.at(-1) as LockedWork;
  if (heldLockNames.has(name)) return work(null);
  heldLockNames.add(name);
  try {
    await work({});
  } finally {
    heldLockNames.delete(name);
  }
}

const fakeStorageManager = {
  estimate: () => Promise.resolve({ usage: 1_234.6, quota: 9_000 }),
  persisted: () => Promise.resolve(true),
};

/** Signs Ana in on an empty device. The device's clock moves only when the test calls `advanceClock`. */
export async function setUpReportingDevice(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('navigator', { locks: { request: requestFakeLock }, storage: fakeStorageManager });
  receivedReports.length = 0;
  await wipeDevice();
  await signInOnDevice(ANA_ID);
}

export function tearDownReportingDevice(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

export const advanceClock = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
