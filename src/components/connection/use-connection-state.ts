import { useLiveQuery } from 'dexie-react-hooks';
import type { ConnectionState } from '#domain/connection-state.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';

const UNKNOWN_CONNECTION: ConnectionState = { name: 'unknown' };

export const useConnectionState = (): ConnectionState =>
  useLiveQuery(readConnectionState) ?? UNKNOWN_CONNECTION;
