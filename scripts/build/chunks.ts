import type { Rolldown } from 'vite';

type ChunkGroups = NonNullable<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']
>;
interface ModuleGraph {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null;
}

/**
 * Areas of the app, each with the paths of its modules; a dynamic import loads an area. A module is part of the first area
 * whose path matches.
 */
const APP_AREAS: readonly (readonly [area: string, path: RegExp])[] = [
  ['shell', /\/src\/app\/shell\/shell\.tsx/],
  ['accounts', /\/src\/app\/session\/account-screens/],
  [
    'chosen-file',
    /\/src\/features\/reception\/capture\/(files\/picture-file|photo\/(photo-ladder|dark-photo))/,
  ],
  ['reader', /\/src\/components\/reader\/reader-guard/],
  ['card', /\/src\/features\/reception\/card\/(reader-bar|camera|typed)\//],
  [
    'aside',
    /\/src\/(storage\/outbox\/registrations\/correct\.ts|sync\/outbox\/sending\/smaller-photo\.ts|features\/reception\/(patient\/lookup-outcome|(parked|company|correction|additional|capture\/signature\/signing)\/|(done\/done|((wizard|steps|done)\/)?rarely-shown)\.tsx))/,
  ],
  [
    'announced',
    /\/src\/(features\/reception\/announced\/|components\/expected\/repeated-people|sync\/expected\/(day|arrivals)\.ts|storage\/cache\/expected-|app\/runtime\/expected-day\.ts)/,
  ],
  [
    'confirmation',
    /\/src\/(features\/reception\/(steps\/confirmation\/|done\/confirmation-banner)|sync\/outbox\/registration\.ts)/,
  ],
  ['reception', /\/src\/features\/reception\//],
  ['desk', /\/src\/features\/(pending|day-sheet|this-device)\//],
  ['handover', /\/src\/features\/evaluations\/handover\/dialog/],
  [
    'reading',
    /\/src\/(features\/(evaluations|home)\/|app\/kit\/with-queries|sync\/reads\/evaluations\/prefetch)/,
  ],
  ['guide', /\/src\/features\/help\/guide|\/docs\/guide/],
  ['help', /\/src\/(features\/(help|verify)\/|sync\/reads\/documents\/verification\.)/],
  ['ready-fields', /\/src\/components\/ready-fields\/ready-fields-dialog/],
  ['administration', /\/src\/features\/(activity|catalogs|device-fleet|organization|setup|system|users)\//],
  ['brigade', /\/src\/(features|sync)\/brigade\//],
  ['expected', /\/src\/features\/expected-lists\//],
  ['background', /\/(src|contract)\//],
];

function collectImportingAreas(
  id: string,
  modules: ModuleGraph,
  found: Set<string>,
  seen: Set<string>,
): void {
  const info = modules.getModuleInfo(id);
  if (!info || seen.has(id)) return;
  seen.add(id);
  if (info.dynamicImporters.length > 0) found.add(APP_AREAS.find(([, path]) => path.test(id))?.[0] ?? id);
  for (const importer of info.importers) collectImportingAreas(importer, modules, found, seen);
}

/**
 * Returns the chunk of a module: the chunk of the area, if only one area needs the module; a shared chunk, if several areas
 * need it. Modules that reception does not need are in no chunk that reception loads.
 */
function findChunkNameOfModule(id: string, modules: ModuleGraph): string | null {
  // Only reception uses Autocomplete. For other Mantine components the area is unknown, because one index exports all of them.
  if (id.includes('@mantine')) return id.includes('/Autocomplete/') ? 'reception' : null;
  const found = new Set<string>();
  collectImportingAreas(id, modules, found, new Set());
  const [only, second] = [...found];
  if (second === undefined) return APP_AREAS.find(([area]) => area === only)?.[0] ?? null;
  return found.has('shell') || found.has('reception') ? 'shell' : 'shared';
}

/**
 * Combines modules that are requested together into about twenty files instead of 150. At the first installation, the service
 * worker (Workbox) requests files one after the other, so that 150 files would take half a minute on a slow connection, and
 * small files compress badly. Libraries have separate files, which a new version of this program does not change. (Every file
 * of the program changes its name with each version, because it contains the names of its imports.)
 *
 * The first groups are loaded in this order before any screen, together with the modules that they fetch when they run. The
 * dependencies of a group are included. scripts/size.mjs rejects files that import each other.
 */
export const chunkGroups: ChunkGroups = [
  // Dexie and zod have a separate file, because the sign-in form needs neither.
  { name: 'libraries', test: /node_modules\/(?!dexie\/|zod\/)/, tags: ['$initial'], priority: 10 },
  { name: 'base', tags: ['$initial'], priority: 9 },
  // The sign-in page is separate from its dependencies, because other screens need only these.
  {
    name: 'login',
    test: /\/src\/features\/auth\/(sign-in\/(login-page|sign-in-(form|problem))|pieces\/(public-|device-trouble|focus-first-error))/,
    includeDependenciesRecursively: false,
    priority: 8,
  },
  { name: 'forms', test: /\/src\/features\/auth\/sign-in\/login-page/, priority: 7 },
  { name: 'data-libraries', test: /node_modules\/(dexie|zod)\//, priority: 6 },
  { name: 'device', test: /\/src\/app\/runtime\/device\.ts/, priority: 5 },
  {
    name: 'mantine-of-reading', // Mantine components that reception does not need. CheckIcon is excluded, because Combobox needs it.
    test: /@mantine\/.*\/(Checkbox\/(?!CheckIcon)|InlineInput\/|Switch\/|Textarea\/)/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  { name: 'mantine', test: /node_modules\/@mantine\//, minShareCount: 2, priority: 3 },
  {
    name: 'mantine-of-administration',
    test: /node_modules\/@mantine\/(core\/(?!.*\/Autocomplete\/)|hooks\/.*\/shallow-equal\/)/,
    priority: 2,
  },
  { name: findChunkNameOfModule, includeDependenciesRecursively: false, priority: 1 },
];
