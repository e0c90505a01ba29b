import { useLiveQuery } from 'dexie-react-hooks';
import type { Link } from '#domain/link.ts';
import { readLink } from '#storage/device/link.ts';

const UNKNOWN: Link = { name: 'unknown' };

/** Whether the provider can be reached, as last seen; renders again when that changes. */
export const useLink = (): Link => useLiveQuery(readLink) ?? UNKNOWN;
