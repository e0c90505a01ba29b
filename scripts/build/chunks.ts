import type { Rolldown } from 'vite';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
interface Modules {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null;
}

/** What lies behind a dynamic import, by its path; the first that fits. */
const AREAS: readonly (readonly [area: string, path: RegExp])[] = [
  ['shell', /\/src\/app\/shell\/shell\.tsx/],
  ['accounts', /\/src\/app\/session\/account-screens/],
  [
    'chosen-file',
    /\/src\/features\/reception\/capture\/(files\/picture-file|photo\/(on-page|shrink-file|dark-photo))/,
  ],
  ['reader', /\/src\/components\/reader\/reader-guard/],
  ['card', /\/src\/features\/reception\/card\/(strip|camera|typed)\//],
  [
    'aside',
    /\/src\/(storage\/outbox\/correct\.ts|sync\/outbox\/smaller-photo\.ts|features\/reception\/(patient\/lookup-outcome|(parked|company|correction|capture\/signature\/signing)\/|(capture\/photo\/camera-problem|done\/(done|correct|picture-actions)|wizard\/((confirm|refusal|elsewhere)-notice|restart-question)|steps\/(whose-pictures|catalog-notice|step-warnings)|recapture|nothing-to-correct|no-desk)\.tsx))/,
  ],
  ['reception', /\/src\/features\/reception\//],
  ['desk', /\/src\/features\/(pending|ledger|this-device)\//],
  ['handover', /\/src\/features\/evaluations\/detail\/handover\/dialog\//],
  ['reading', /\/src\/(features\/(evaluations|home)\/|app\/kit\/with-queries|sync\/reads\/prefetch)/],
  ['guide', /\/src\/features\/help\/guide|\/docs\/guia/],
  ['help', /\/src\/(features\/(help|verify)\/|sync\/reads\/verification\.)/],
  ['administration', /\/src\/features\/(activity|catalogs|device-fleet|organization|setup|system|users)\//],
  ['background', /\/(src|contract)\//],
];

function addAreas(id: string, modules: Modules, found: Set<string>, seen: Set<string>): void {
  const info = modules.getModuleInfo(id);
  if (!info || seen.has(id)) return;
  seen.add(id);
  if (info.dynamicImporters.length > 0) found.add(AREAS.find(([, path]) => path.test(id))?.[0] ?? id);
  for (const importer of info.importers) addAreas(importer, modules, found, seen);
}

/** What one area has alone is its file; what several have does not travel with what the desk never needs. */
function areaChunk(id: string, modules: Modules): string | null {
  // All components come through one index: what needs which cannot be told. This one is of the desk alone.
  if (id.includes('@mantine')) return id.includes('/Autocomplete/') ? 'reception' : null;
  const found = new Set<string>();
  addAreas(id, modules, found, new Set());
  const [only, second] = [...found];
  if (second === undefined) return AREAS.find(([area]) => area === only)?.[0] ?? null;
  return found.has('shell') || found.has('reception') ? 'shell' : 'shared';
}

/**
 * A file for each thing that is asked for together, some twenty instead of 150: the worker's first installation asks for
 * one after the other (Workbox), which is half a minute on a slow line, and what is small compresses badly. Libraries lie
 * apart: a new version of ours changes all other files' names, since each names those that it imports.
 *
 * The first groups are what is loaded in this order before any screen, with what they fetch by themselves as soon as they
 * run; what a group leans on comes along. scripts/size.mjs refuses files that import each other.
 */
export const chunkGroups: Groups = [
  // Dexie and zod have a file of their own: the form of the sign-in needs neither.
  { name: 'libraries', test: /node_modules\/(?!dexie\/|zod\/)/, tags: ['$initial'], priority: 9 },
  { name: 'base', tags: ['$initial'], priority: 8 },
  { name: 'login', test: /\/src\/features\/auth\/sign-in\/login-page/, priority: 7 },
  { name: 'data-libraries', test: /node_modules\/(dexie|zod)\//, priority: 6 },
  { name: 'device', test: /\/src\/app\/runtime\/device\.ts/, priority: 5 },
  {
    name: 'mantine-of-reading', // What the desk does without. CheckIcon is of Combobox, too.
    test: /@mantine\/.*\/(Checkbox\/(?!CheckIcon)|InlineInput\/|Switch\/|Textarea\/)/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  { name: 'mantine', test: /node_modules\/@mantine\//, minShareCount: 2, priority: 3 },
  {
    name: 'mantine-of-administration',
    test: /node_modules\/@mantine\/core\/(?!.*\/Autocomplete\/)/,
    priority: 2,
  },
  { name: areaChunk, includeDependenciesRecursively: false, priority: 1 },
];
