import { useLiveQuery } from 'dexie-react-hooks';
import type { ConnectionState } from '#domain/connection-state.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';

const UNKNOWN: ConnectionState = { name: 'unknown' };

/** Returns the last known connection state of the server; renders again when it changes. */
export const useConnectionState = (): ConnectionState => useLiveQuery(readConnectionState) ?? UNKNOWN;
