// `npm run rooms` prints the folders that are divided into modules, with the number of files and the imports of each module. It
// fails when a file belongs to no module, an import violates the order of scripts/lint/house.js, or modules import each other.
// `-- server` prints only the named folders.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { doorPassed, isTest, root, roomOf, rooms, wrongArrow } from './lint/house.js';

const names = Object.entries(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).imports).map(
  ([name, folder]) => [name.slice(0, -1), path.normalize(folder.slice(0, -1))],
);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...Object.keys(rooms)], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|css)$/.test(file) && existsSync(path.join(root, file)));

function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier);
  const name = names.find(([head]) => specifier.startsWith(head));
  return name ? name[1] + specifier.slice(name[0].length) : null;
}

function importsOf(file) {
  if (file.endsWith('.css')) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return specifiers.filter(Boolean).flatMap((specifier) => targetOf(file, specifier) ?? []);
}

const imports = files
  .filter((file) => !isTest(file))
  .flatMap((from) => importsOf(from).map((to) => ({ from, to })));

function arrowsIn(folder) {
  const arrows = new Map();
  for (const { from, to } of imports) {
    const [a, b] = [roomOf(folder, from), roomOf(folder, to)];
    if (a === null || b === null || a === b) continue;
    arrows.set(a, (arrows.get(a) ?? new Set()).add(b));
  }
  return arrows;
}

function circleFrom(arrows, start, way = [start]) {
  for (const next of arrows.get(way.at(-1)) ?? []) {
    if (next === start) return [...way, start];
    const found = way.includes(next) ? null : circleFrom(arrows, start, [...way, next]);
    if (found) return found;
  }
  return null;
}

function print(folder, arrows) {
  const own = files.filter((file) => roomOf(folder, file) !== null);
  console.log(`${folder}: ${own.length} files`);
  for (const room of rooms[folder]) {
    const withinBodyBudget = own.filter((file) => roomOf(folder, file) === room);
    const tests = withinBodyBudget.filter(isTest).length;
    const to = rooms[folder].filter((other) => arrows.get(room)?.has(other));
    const count = `${String(withinBodyBudget.length - tests).padStart(4)} + ${String(tests).padStart(2)} tests`;
    console.log(`  ${room.padEnd(12)}${count}${to.length > 0 ? `   → ${to.join(' ')}` : ''}`);
  }
}

function complaintsAbout(folder, arrows) {
  const found = new Set(files.map((file) => roomOf(folder, file)).filter((room) => room !== null));
  const circle = rooms[folder].map((room) => circleFrom(arrows, room)).find((way) => way !== null);
  return [
    ...[...found]
      .filter((room) => !rooms[folder].includes(room))
      .map((room) => `${folder}: module '${room}' has no place in the import order`),
    ...rooms[folder].filter((room) => !found.has(room)).map((room) => `${folder}: module '${room}' is empty`),
    ...(circle ? [`${folder}: import cycle ${circle.join(' → ')}`] : []),
  ];
}

const asked = process.argv.slice(2);
const complaints = new Set();
for (const folder of Object.keys(rooms)) {
  const arrows = arrowsIn(folder);
  if (asked.length === 0 || asked.includes(folder)) print(folder, arrows);
  for (const complaint of complaintsAbout(folder, arrows)) complaints.add(complaint);
}
for (const { from, to } of imports) {
  const wrong = wrongArrow(from, to);
  if (wrong) complaints.add(`${from} imports ${to}, against the import order of ${wrong.folder}`);
  const door = doorPassed(from, to);
  if (door) complaints.add(`${from} imports ${to} directly instead of ${door}`);
}
for (const complaint of complaints) console.error(complaint);
console.log(
  complaints.size === 0 ? 'No import cycle and no import against the order' : `${complaints.size} violations`,
);
process.exitCode = complaints.size === 0 ? 0 : 1;
