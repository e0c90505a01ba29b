// Enforces the import rules of house.js in the linter. A zone may import itself, the zones that house.js lists for it, and
// packages; a module may import itself and the modules before it. The error message names the import to use instead.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  ENTRIES,
  TRANSACTIONS,
  doorPassed,
  isRead,
  isTest,
  opensTransactions,
  packages,
  root,
  rooms,
  wrongArrow,
  zoneOf,
  zones,
} from './house.js';

const advice = {
  'src/features':
    'Features communicate through src/sync, domain or src/components; src/app composes features.',
  'src/network': 'Confirmed data is sent through the outbox: call src/sync.',
  server: 'The app accesses the server only through contract/.',
};

/** Import aliases, such as '#storage' for 'src/storage', from "imports" in package.json. */
const aliases = new Map(
  Object.entries(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).imports).map(
    ([name, folder]) => [name.replace('/*', ''), folder.replace(/^\.\/|\/\*$/g, '')],
  ),
);

const featureOf = (file) => file.match(/^src\/features\/([^/]+)\//)?.[1];

function target(specifier, from) {
  if (specifier.startsWith('.')) return path.relative(root, path.resolve(path.dirname(from), specifier));
  const [head, ...rest] = specifier.split('/');
  return aliases.has(head) ? [aliases.get(head), ...rest].join('/') : null;
}

function refusedPackage(zone, specifier) {
  const allowed = packages[zone];
  const [name] = specifier.split('/');
  if (allowed && !allowed.includes(name))
    return `${zone} may import ${allowed.join(', ') || 'no package'}; '${specifier}' is not allowed.`;
  const entry = zone === 'server' ? undefined : ENTRIES[name];
  return entry && specifier !== entry
    ? `${zone} imports '${entry}', not '${specifier}', because the browser loads it.`
    : null;
}

function refusedRoom(own, to) {
  const wrong = wrongArrow(own, to);
  return wrong
    ? `In ${wrong.folder} '${wrong.from}' may not import '${wrong.to}': the order is ${rooms[wrong.folder].join(' ← ')}.`
    : null;
}

/** Returns an error message if `file` must not import `specifier`; null if it may. */
export function refusal(file, specifier) {
  const own = path.relative(root, file);
  const zone = zoneOf(own);
  if (isTest(own)) return null;
  const to = target(specifier.replace(/\?.*$/, ''), file);
  if (!zone) return to && refusedRoom(own, to);
  if (to === null) return refusedPackage(zone, specifier);
  const door = doorPassed(own, to);
  if (door) return `Import ${path.dirname(door)} only through ${door}.`;
  const toZone = zoneOf(to);
  if (!toZone) return to.startsWith('tests') ? `Only tests may import tests.` : null;
  if (toZone === zone && featureOf(own) === featureOf(to)) return refusedRoom(own, to);
  if (toZone !== zone && zones[zone].includes(toZone)) return null;
  return `${zone} may not import ${toZone} (it may: ${zones[zone].join(', ') || 'no other zone'}). ${advice[toZone] ?? ''}`.trim();
}

/** Returns an error message if a feature or component imports a storage function that may write; null otherwise. */
function refusedWrite(file, { source, specifiers = [], importKind }) {
  if (importKind === 'type') return null;
  const own = path.relative(root, file);
  if (isTest(own) || !/^src\/(features|components)\//.test(own)) return null;
  if (!target(source.value, file)?.startsWith('src/storage/')) return null;
  const names = specifiers
    .filter((one) => one.importKind !== 'type' && one.exportKind !== 'type')
    .map(({ imported, local }) => (imported ?? local).name);
  const written = names.find((name) => !isRead(name));
  return written
    ? `'${written}' may write: call it through src/sync (changes/on-device.ts), or list it in house.js as a read.`
    : null;
}

const checkTransaction = (context) => (node) => {
  const own = path.relative(root, context.filename);
  if (zoneOf(own) !== 'server' || isTest(own) || opensTransactions(own)) return;
  const { callee } = node;
  if (!TRANSACTIONS.includes(callee.type === 'MemberExpression' ? callee.property.name : callee.name)) return;
  const message = `Only commands, routes and demo of the server may open a transaction; ${own} may not.`;
  context.report({ node, message });
};

const check = (context) => (node) => {
  if (typeof node.source?.value !== 'string') return;
  const message = refusal(context.filename, node.source.value) ?? refusedWrite(context.filename, node);
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
        CallExpression: checkTransaction(context),
      }),
    },
  },
};
