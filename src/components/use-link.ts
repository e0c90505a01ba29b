import { useLiveQuery } from 'dexie-react-hooks';
import type { Link } from '#domain/link.ts';
import { readLink } from '#storage/device/link.ts';

const UNKNOWN: Link = { name: 'unknown' };

/** Returns the last known connection state of the server; renders again when it changes. */
export const useLink = (): Link => useLiveQuery(readLink) ?? UNKNOWN;
