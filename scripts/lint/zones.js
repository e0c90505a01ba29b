// The import table of docs/ARCHITECTURE.md as a lint rule. A folder may import itself, what its row names,
// and packages; everything else fails with a sentence that names the right road.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

/** zone → what it may import besides itself and packages. */
const mayImport = {
  contract: [],
  domain: ['contract'],
  'src/storage': ['domain', 'contract'],
  'src/network': ['domain', 'contract'],
  'src/sync': ['src/storage', 'src/network', 'domain', 'contract'],
  'src/ui': [],
  'src/features': ['src/ui', 'src/sync', 'src/storage', 'domain', 'contract'],
  'src/app': ['src/features', 'src/ui', 'src/sync', 'src/storage', 'src/network', 'domain', 'contract'],
  sw: ['src/sync', 'src/storage', 'src/network', 'domain', 'contract'],
  server: ['domain', 'contract'],
};
const advice = {
  'src/features': 'A feature talks to others through src/sync, domain or src/ui; src/app composes features.',
  'src/network': 'The outbox carries what a person confirmed: call src/sync.',
  server: 'The app knows the provider only through contract/.',
};
const packagesOf = { contract: ['zod'], domain: [] };

const aliases = {
  '#contract': 'contract',
  '#domain': 'domain',
  '#storage': 'src/storage',
  '#network': 'src/network',
};
Object.assign(aliases, {
  '#sync': 'src/sync',
  '#ui': 'src/ui',
  '#features': 'src/features',
  '#app': 'src/app',
});
Object.assign(aliases, { '#sw': 'sw', '#server': 'server', '#tests': 'tests' });

const zoneOf = (file) => Object.keys(mayImport).find((zone) => file === zone || file.startsWith(`${zone}/`));
const featureOf = (file) => file.match(/^src\/features\/([^/]+)\//)?.[1];

function target(specifier, from) {
  if (specifier.startsWith('.')) return path.relative(root, path.resolve(path.dirname(from), specifier));
  const [head, ...rest] = specifier.split('/');
  return aliases[head] ? [aliases[head], ...rest].join('/') : null;
}

/** A sentence when `file` may not import `specifier`, otherwise null. */
export function refusal(file, specifier) {
  const own = path.relative(root, file);
  const zone = zoneOf(own);
  if (!zone || /\.test\.tsx?$/.test(own)) return null;
  const to = target(specifier.replace(/\?.*$/, ''), file);
  if (to === null) {
    const allowed = packagesOf[zone];
    return allowed && !allowed.includes(specifier.split('/')[0])
      ? `${zone} may import ${allowed.join(', ') || 'no package'}; '${specifier}' is not for it.`
      : null;
  }
  const toZone = zoneOf(to);
  if (!toZone) return to.startsWith('tests') ? `Nothing imports tests.` : null;
  if (toZone === zone && featureOf(own) === featureOf(to)) return null;
  if (toZone !== zone && mayImport[zone].includes(toZone)) return null;
  return `${zone} may not import ${toZone} (it may: ${mayImport[zone].join(', ') || 'nothing of ours'}). ${advice[toZone] ?? ''}`.trim();
}

const check = (context) => (node) => {
  if (typeof node.source?.value !== 'string') return;
  const message = refusal(context.filename, node.source.value);
  if (message) context.report({ node: node.source, message });
};

export default {
  meta: { name: 'ventanilla' },
  rules: {
    zones: {
      create: (context) => ({
        ImportDeclaration: check(context),
        ExportNamedDeclaration: check(context),
        ExportAllDeclaration: check(context),
        ImportExpression: check(context),
      }),
    },
  },
};
