// Who may import whom: docs/ARCHITECTURE.md as data. zones.js holds it in the linter, scripts/rooms.mjs prints it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

/** zone → the zones that it may import besides itself and packages. */
export const zones = {
  contract: [],
  domain: ['contract'],
  'src/storage': ['domain', 'contract'],
  'src/network': ['domain', 'contract'],
  'src/sync': ['src/storage', 'src/network', 'src/verification', 'domain', 'contract'],
  'src/ui': [],
  'src/components': ['src/ui', 'src/sync', 'src/storage', 'domain', 'contract'],
  'src/features': ['src/components', 'src/ui', 'src/sync', 'src/storage', 'domain', 'contract'],
  'src/verification': ['domain', 'contract'],
  'src/app': [
    'src/features',
    'src/components',
    'src/ui',
    'src/sync',
    'src/storage',
    'src/network',
    'domain',
    'contract',
  ],
  sw: ['src/sync', 'src/storage', 'src/network', 'domain', 'contract'],
  server: ['domain', 'contract'],
};

/**
 * What src/features and src/components may import of storage, by its name: what reads, constants and classes. All else may
 * write, and they call it through src/sync. Names that do not say so themselves stand here one by one.
 */
const READS =
  /^(read|list|count|load|find|search|last)[A-Z]|^(is|was|are)[A-Z]|^[A-Z]|^(unsentOf|usualIds|ledgerBegins)/;
const ALSO_READ = [
  'catalogRow',
  'catalogRows',
  'catalogState',
  'deviceCode',
  'emptyCatalogs',
  'sha256Hex',
  'settledQuery',
  'shiftCount',
  'syncSummary',
];
export const isRead = (name) => READS.test(name) || ALSO_READ.includes(name);

/** What opens a transaction: the method of a database, and `endTogether` (server/database/connection/transaction.ts). */
export const TRANSACTIONS = ['transaction', 'endTogether'];

/** The rooms of server that open transactions; what the others do is part of one that they are given. */
export const OPENS_TRANSACTIONS = ['commands', 'routes', 'demo'];

/** zone → the only packages that it may import; a zone that is not named may import any. */
export const packages = {
  contract: ['zod'],
  domain: [],
  'src/storage': ['dexie', 'zod'],
  'src/network': ['zod'],
  'src/sync': ['zod'],
  sw: ['workbox-precaching', 'workbox-routing'],
};

/**
 * package → the only entry of it that a zone other than server imports: the whole of zod is four times as large and tries
 * to compile code, which the policy of our pages forbids.
 */
export const ENTRIES = { zod: 'zod/mini' };

/**
 * folder → its rooms, in order: each imports itself and those before it. '.' stands for the files of the folder itself;
 * without it there may be none. Tests beside the code import what they like.
 */
const ROOMS = {
  contract: ['.', 'records', 'routes'],
  'contract/records': ['.', 'people', 'evaluation'],
  'src/storage': [
    'base',
    'vault',
    'database',
    'backup',
    'keys',
    'custody',
    'account',
    'device',
    'drafts',
    'cache',
    'outbox',
    'parcels',
  ],
  'src/storage/outbox': ['rows', '.'],
  'src/sync': [
    'api',
    'outbox',
    'session',
    'requests',
    'words',
    'catalogs',
    'telling',
    'reads',
    'changes',
    'administration',
    'parcels',
  ],
  'src/app': ['kit', 'runtime', 'session', 'lock', 'top-bar', 'shell', '.'],
  'src/ui': ['theme', 'display', 'page', 'notices', 'hooks', 'fields', 'dialogs', 'forms', 'lists'],
  'src/features/setup': ['state', 'steps', 'list', '.'],
  'src/features/users': ['.', 'pieces', 'list', 'new-user', 'user'],
  'src/features/auth': ['pieces', 'sign-in', 'passwords'],
  'src/features/evaluations': ['.', 'list', 'today', 'detail'],
  'src/features/evaluations/detail': ['state', 'facts', 'files', 'results', 'handover', 'signing', '.'],
  'src/features/reception': [
    'form',
    'capture',
    'draft',
    'patient',
    'company',
    'visits',
    'steps',
    'correction',
    'parked',
    'card',
    'wizard',
    'done',
    '.',
  ],
  'src/features/reception/capture': ['.', 'files', 'camera', 'photo', 'signature'],
  'src/features/reception/card': ['typed', 'port', 'camera', 'filling', 'strip', 'place'],
  server: [
    'base',
    'closing',
    'access',
    'database',
    'files',
    'copies',
    'mail',
    'reports',
    'queries',
    'commands',
    'description',
    'http',
    'watch',
    'routes',
    'demo',
    '.',
  ],
  'server/files': ['.', 's3', 'logos'],
  'server/copies': ['sealed', 'archive', 'database', 'files', '.'],
  'server/database': ['tables', 'connection', 'embedded', 'start'],
  'server/reports': ['input', 'paper', 'documents', 'rendering'],
  'server/queries': ['base', 'accounts', 'catalogs', 'patients', 'evaluations', 'documents', 'oversight'],
  'server/commands': [
    'log',
    'rows',
    'mails',
    'accounts',
    'users',
    'catalogs',
    'devices',
    'patients',
    'clinical',
    'capture',
    'corrections',
    'app-files',
  ],
  'server/http': ['answers', 'bodies', 'context', 'callers', 'calls', 'program'],
  'server/routes': ['accounts', 'catalogs', 'evaluations', 'oversight'],
  'tests/support': [
    'base',
    'cards',
    'device',
    'screens',
    'browsers',
    'provider',
    'documents',
    'desk',
    'faults',
    's3',
  ],
};

/** room → the only one of its files that others import. */
export const DOORS = { 'src/storage/backup': 'src/storage/backup/backup.ts' };

/** The door by which `file` has to go where it imports `target` past it; undefined where it does not. Tests may look in. */
export function doorPassed(file, target) {
  if (file.startsWith('tests/')) return undefined;
  const [room, door] =
    Object.entries(DOORS).find(
      ([folder]) => target.startsWith(`${folder}/`) && !file.startsWith(`${folder}/`),
    ) ?? [];
  return room && target !== door ? door : undefined;
}

const isThere = (folder) => existsSync(path.join(root, folder));

/** The folders whose rooms are there, with their order. */
export const rooms = Object.fromEntries(
  Object.entries(ROOMS).filter(([folder, [first]]) => isThere(`${folder}/${first}`)),
);

/** The zone of a path from the root of the repository; undefined for what is in none. */
export const zoneOf = (file) => Object.keys(zones).find((zone) => file.startsWith(`${zone}/`));

/** Of a file in `folder`: the name of its room, or '.'; null for what lies elsewhere. */
export function roomOf(folder, file) {
  if (!file.startsWith(`${folder}/`)) return null;
  const [first, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 ? first : '.';
}

/** @returns {{ folder: string, from: string, to: string } | null} the arrow between rooms that goes against their order */
export function wrongArrow(file, target) {
  for (const [folder, order] of Object.entries(rooms)) {
    const [from, to] = [roomOf(folder, file), roomOf(folder, target)];
    if (from === null || to === null) continue;
    if (order.indexOf(to) > order.indexOf(from)) return { folder, from, to };
  }
  return null;
}

export const isTest = (file) => /\.test\.tsx?$/.test(file);
