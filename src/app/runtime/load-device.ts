import type * as device from './device.ts';
import { loadCode } from '../kit/load-code.ts';

type Device = typeof device;

let loading: Promise<Device> | undefined;

async function load(): Promise<Device> {
  const code = await loadCode(() => import('./device.ts'));
  code.startDevice();
  return code;
}

/** Loads the device part of the app (database, outbox, session) once. The next call retries a failed load. */
export function loadDevice(): Promise<Device> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
