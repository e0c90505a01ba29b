import type * as device from './device.ts';
import { loadCode } from '#ui/hooks/load-code.ts';

type DeviceModule = typeof device;

let pendingDeviceModule: Promise<DeviceModule> | undefined;

async function importAndStartDevice(): Promise<DeviceModule> {
  const code = await loadCode(() => import('./device.ts'));
  code.startDevice();
  return code;
}

/** Loads the device part of the app (database, outbox, session) once. The next call retries a failed load. */
export function loadDevice(): Promise<DeviceModule> {
  pendingDeviceModule ??= importAndStartDevice().catch((error: unknown) => {
    pendingDeviceModule = undefined;
    throw error;
  });
  return pendingDeviceModule;
}
