// Import rules of docs/reference/architecture.md as data. zones.js enforces the rules in the linter, scripts/rooms.mjs prints
// them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

/** Map from each zone to the other zones that it may import. Every zone may also import itself and packages. */
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
  'src/board': ['src/verification', 'domain', 'contract'],
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
 * Names that src/features and src/components may import from storage: functions that read, constants and classes. All other
 * functions may write and must be called through src/sync. `ALSO_READ` lists reading functions with other names.
 */
const READS = /^(read|list|count|load|find|search|last)[A-Z]|^(is|was|are|has|may)[A-Z]|^[A-Z]/;
const ALSO_READ = ['deviceCode', 'sha256Hex', 'createDelayedQuery'];
export const isRead = (name) => READS.test(name) || ALSO_READ.includes(name);

/**
 * Functions that open a transaction: the method of a database, and `endTogether` (server/platform/database/connection/transaction.ts).
 */
export const TRANSACTIONS = ['transaction', 'endTogether'];

/**
 * Returns true if a file of the server may open a transaction. All other functions of the server run in the transaction of their
 * caller.
 */
export const opensTransactions = (file) => /^server\/([^/]+\/(commands|routes)|demo)\//.test(file);

/** Map from a zone to the only packages that it may import. Zones that are not listed may import any package. */
export const packages = {
  contract: ['zod'],
  domain: [],
  'src/storage': ['dexie', 'zod'],
  'src/network': ['zod'],
  'src/sync': ['zod'],
  sw: ['workbox-precaching', 'workbox-routing'],
};

/**
 * Map from a package to the entry point that all zones except server must import. The main entry point of zod is four times as
 * large and compiles code at run time, which the content security policy of our pages forbids.
 */
export const ENTRIES = { zod: 'zod/mini' };

/**
 * Map from a folder to its modules in order: a module may import itself and the modules before it in the list. The entry '.'
 * means the files directly in the folder; a folder without this entry must contain no such files. Tests next to the code may
 * import anything.
 */
const ROOMS = {
  contract: ['.', 'records', 'catalogs', 'routes'],
  'contract/records': ['.', 'people', 'evaluation'],
  'contract/routes': ['definition', 'catalogs', '.'],
  'domain/evaluation': ['.', 'notes', 'worksheet', 'signing'],
  'src/storage': [
    'base',
    'vault',
    'database',
    'backup',
    'keys',
    'retention',
    'account',
    'device',
    'drafts',
    'cache',
    'outbox',
    'transfers',
  ],
  'src/storage/database': ['.', 'live'],
  'src/storage/outbox': ['rows', '.', 'registrations', 'sending'],
  'src/sync': [
    'api',
    'outbox',
    'session',
    'requests',
    'messages',
    'catalogs',
    'reporting',
    'reads',
    'changes',
    'expected',
    'administration',
    'transfers',
    'brigade',
  ],
  'src/sync/outbox': ['sending', '.'],
  'src/sync/reads': ['.', 'evaluations', 'documents'],
  'src/sync/administration': ['clinic', 'catalogs', 'users', '.'],
  'src/app': ['kit', 'runtime', 'session', 'lock', 'top-bar', 'shell', '.'],
  'src/ui': ['theme', 'display', 'page', 'notices', 'hooks', 'fields', 'dialogs', 'forms', 'lists'],
  'src/ui/display': ['.', 'cards', 'pictures'],
  'src/ui/hooks': ['focus', '.'],
  'src/features/setup': ['state', 'steps', 'list', '.'],
  'src/features/setup/steps': ['.', 'catalogue', 'people'],
  'src/features/pending': ['handover', '.'],
  'src/features/expected-lists': [
    'import',
    'base',
    'person',
    'settling',
    'closing',
    'lists',
    'list',
    'attendance',
    'new-list',
    '.',
  ],
  'src/features/expected-lists/new-list': ['bringing', 'report', '.'],
  'src/features/brigade': ['base', 'preparation', 'closing', 'counts', '.'],
  'src/features/users': ['.', 'pieces', 'list', 'new-user', 'user'],
  'src/features/auth': ['pieces', 'sign-in', 'passwords'],
  'src/features/evaluations': ['.', 'list', 'today', 'handover', 'deliveries', 'detail'],
  'src/features/evaluations/today': ['calls', '.'],
  'src/features/evaluations/detail': ['state', 'facts', 'files', 'results', 'handover', 'signing', '.'],
  'src/features/evaluations/detail/facts': ['corrections', '.'],
  'src/features/evaluations/detail/signing': ['checks', 'dialog', 'closed', '.'],
  'src/features/reception': [
    'form',
    'additional',
    'capture',
    'draft',
    'patient',
    'company',
    'visits',
    'announced',
    'steps',
    'correction',
    'parked',
    'card',
    'wizard',
    'done',
    '.',
  ],
  'src/features/reception/form': ['dates', '.'],
  'src/features/reception/steps': ['.', 'confirmation'],
  'src/features/reception/capture': ['.', 'files', 'camera', 'photo', 'signature'],
  'src/features/reception/card': ['typed', 'port', 'camera', 'filling', 'reader-bar', 'place'],
  server: [
    'platform',
    'schema',
    'audit',
    'catalogs',
    'mails',
    'accounts',
    'devices',
    'patients',
    'expected-lists',
    'evaluations',
    'documents',
    'attendance',
    'waiting-room',
    'monitoring',
    'openapi',
    'demo',
    'configuration',
    '.',
  ],
  'server/schema': ['.', 'accounts', 'evaluation'],
  'server/monitoring': ['facts', '.', 'routes'],
  'server/platform': [
    'base',
    'spreadsheet',
    'access',
    'database',
    'files',
    'backup',
    'mail',
    'settings',
    'http',
    'jobs',
  ],
  'server/platform/files': ['.', 's3', 'logos'],
  'server/platform/backup': ['encryption', 'archive', 'database', 'files', '.'],
  'server/platform/database': ['connection', 'queries', 'embedded', 'start'],
  'server/platform/http': ['responses', 'bodies', 'context', 'callers', 'calls', 'program'],
  'server/audit': ['queries', 'commands', 'routes', '.'],
  'server/catalogs': ['queries', 'commands', 'routes', '.'],
  'server/mails': ['commands', '.'],
  'server/accounts': ['queries', 'commands', 'routes', '.'],
  'server/accounts/commands': ['mails', 'sessions', 'users', 'sending'],
  'server/devices': ['queries', 'commands', 'routes', '.'],
  'server/patients': ['queries', 'commands', 'routes', '.'],
  'server/expected-lists': ['queries', 'commands', 'routes', '.'],
  'server/evaluations': ['queries', 'commands', 'routes', '.'],
  'server/evaluations/queries': ['.', 'list', 'dashboard'],
  'server/evaluations/routes': ['capture', '.'],
  'server/evaluations/commands': ['clinical', 'capture', 'corrections'],
  'server/documents': ['content', 'reports', 'queries', 'commands', 'routes', '.'],
  'server/attendance': ['queries', 'commands', 'routes', '.'],
  'server/waiting-room': ['queries', 'commands', 'routes', '.'],
  'server/documents/reports': ['input', 'layout', 'documents', 'rendering'],
  'tests/support/device': ['.', 'servers'],
  'tests/support/screens': ['window', 'rendering', 'expected', '.'],
  'tests/simulation': ['model', '.', 'parked', 'retention'],
  'tests/support': [
    'base',
    'cards',
    'device',
    'screens',
    'browsers',
    'server',
    'documents',
    'reception',
    'faults',
    's3',
  ],
};

/** Map from a module to its public file, the only one that other modules may import. */
export const DOORS = {
  'src/storage/backup': 'src/storage/backup/backup.ts',
  'server/audit': 'server/audit/index.ts',
  'server/catalogs': 'server/catalogs/index.ts',
  'server/mails': 'server/mails/index.ts',
  'server/accounts': 'server/accounts/index.ts',
  'server/devices': 'server/devices/index.ts',
  'server/patients': 'server/patients/index.ts',
  'server/expected-lists': 'server/expected-lists/index.ts',
  'server/evaluations': 'server/evaluations/index.ts',
  'server/documents': 'server/documents/index.ts',
  'server/attendance': 'server/attendance/index.ts',
  'server/waiting-room': 'server/waiting-room/index.ts',
};

/**
 * Returns the public file (`DOORS`) that `file` must import instead of `target`; undefined if `file` may import `target`. Tests
 * may import any file.
 */
export function doorPassed(file, target) {
  if (file.startsWith('tests/')) return undefined;
  const [room, door] =
    Object.entries(DOORS).find(
      ([folder]) => target.startsWith(`${folder}/`) && !file.startsWith(`${folder}/`),
    ) ?? [];
  return room && target !== door ? door : undefined;
}

const isThere = (folder) => existsSync(path.join(root, folder));

export const rooms = Object.fromEntries(
  Object.entries(ROOMS).filter(([folder, [first]]) => isThere(`${folder}/${first}`)),
);

/** Returns the zone of a file, given by its path relative to the repository root; undefined if the file is in no zone. */
export const zoneOf = (file) => Object.keys(zones).find((zone) => file.startsWith(`${zone}/`));

/**
 * Returns the name of the module to which a file in `folder` belongs; '.' for a file directly in `folder`, null for a file
 * outside of it.
 */
export function roomOf(folder, file) {
  if (!file.startsWith(`${folder}/`)) return null;
  const [first, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 ? first : '.';
}

/**
 * @returns {{ folder: string, from: string, to: string } | null} the import between two modules of `folder` that violates their
 * order; null for an allowed import
 */
export function wrongArrow(file, target) {
  for (const [folder, order] of Object.entries(rooms)) {
    const [from, to] = [roomOf(folder, file), roomOf(folder, target)];
    if (from === null || to === null) continue;
    if (order.indexOf(to) > order.indexOf(from)) return { folder, from, to };
  }
  return null;
}

export const isTest = (file) => /\.test\.tsx?$/.test(file);

/** Maximum number of source files directly in a folder, including styles. */
const MAX_FILES_PER_FOLDER = 15;
const isCounted = (file) =>
  /\.(tsx?|m?js|css)$/.test(file) && !/\.(test|spec|audit|attack|bench)\.tsx?$/.test(file);

/** Returns the folders of `files` that contain too many source files, as messages. Tests are not counted. */
export function describeLargeFolders(files) {
  const counts = new Map();
  for (const folder of files.filter(isCounted).map((file) => path.dirname(file)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES_PER_FOLDER)
    .map(([folder, count]) => `${folder}: ${count} source files, more than ${MAX_FILES_PER_FOLDER}`);
}
