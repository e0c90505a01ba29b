import type * as device from './device.ts';
import { loadCode } from './load-code.ts';

type Device = typeof device;

let loading: Promise<Device> | undefined;

/** The device's part of the app (database, outbox, session), loaded once; a failed load is tried again. */
export function loadDevice(): Promise<Device> {
  loading ??= loadCode(() => import('./device.ts')).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
