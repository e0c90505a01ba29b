import { useLiveQuery } from 'dexie-react-hooks';
import type { ConnectionState } from '#domain/link.ts';
import { readConnectionState } from '#storage/device/link.ts';

const UNKNOWN: ConnectionState = { name: 'unknown' };

/** Returns the last known connection state of the server; renders again when it changes. */
export const useConnectionState = (): ConnectionState => useLiveQuery(readConnectionState) ?? UNKNOWN;
