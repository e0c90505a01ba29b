// `npm run rooms` prints the folders that are divided into modules, with the number of files and the imports of each module. It
// fails when a file belongs to no module, an import violates the order of scripts/lint/house.js, modules import each other, or a
// folder contains too many source files.
// `-- server` prints only the named folders.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describeLargeFolders, doorPassed, isTest, root, roomOf, rooms, wrongArrow } from './lint/house.js';

const importAliases = Object.entries(
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).imports,
).map(([name, folder]) => [name.slice(0, -1), path.normalize(folder.slice(0, -1))]);
const listFiles = (...folders) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => existsSync(path.join(root, file)));
const moduleFiles = listFiles(...Object.keys(rooms)).filter((file) => /\.(tsx?|css)$/.test(file));

function resolveSpecifier(file, specifier) {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier);
  const name = importAliases.find(([head]) => specifier.startsWith(head));
  return name ? name[1] + specifier.slice(name[0].length) : null;
}

function readImports(file) {
  if (file.endsWith('.css')) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return specifiers.filter(Boolean).flatMap((specifier) => resolveSpecifier(file, specifier) ?? []);
}

const allImports = moduleFiles
  .filter((file) => !isTest(file))
  .flatMap((from) => readImports(from).map((to) => ({ from, to })));

function moduleImportsIn(folder) {
  const arrows = new Map();
  for (const { from, to } of allImports) {
    const [a, b] = [roomOf(folder, from), roomOf(folder, to)];
    if (a === null || b === null || a === b) continue;
    arrows.set(a, (arrows.get(a) ?? new Set()).add(b));
  }
  return arrows;
}

function findImportCycle(arrows, start, way = [start]) {
  for (const next of arrows.get(way.at(-1)) ?? []) {
    if (next === start) return [...way, start];
    const found = way.includes(next) ? null : findImportCycle(arrows, start, [...way, next]);
    if (found) return found;
  }
  return null;
}

function printModules(folder, arrows) {
  const own = moduleFiles.filter((file) => roomOf(folder, file) !== null);
  console.log(`${folder}: ${own.length} files`);
  for (const room of rooms[folder]) {
    const filesOfRoom = own.filter((file) => roomOf(folder, file) === room);
    const tests = filesOfRoom.filter(isTest).length;
    const to = rooms[folder].filter((other) => arrows.get(room)?.has(other));
    const count = `${String(filesOfRoom.length - tests).padStart(4)} + ${String(tests).padStart(2)} tests`;
    console.log(`  ${room.padEnd(12)}${count}${to.length > 0 ? `   → ${to.join(' ')}` : ''}`);
  }
}

function findModuleProblems(folder, arrows) {
  const found = new Set(moduleFiles.map((file) => roomOf(folder, file)).filter((room) => room !== null));
  const circle = rooms[folder].map((room) => findImportCycle(arrows, room)).find((way) => way !== null);
  return [
    ...[...found]
      .filter((room) => !rooms[folder].includes(room))
      .map((room) => `${folder}: module '${room}' has no place in the import order`),
    ...rooms[folder].filter((room) => !found.has(room)).map((room) => `${folder}: module '${room}' is empty`),
    ...(circle ? [`${folder}: import cycle ${circle.join(' → ')}`] : []),
  ];
}

const selectedFolders = process.argv.slice(2);
const problems = new Set();
for (const folder of Object.keys(rooms)) {
  const arrows = moduleImportsIn(folder);
  if (selectedFolders.length === 0 || selectedFolders.includes(folder)) printModules(folder, arrows);
  for (const complaint of findModuleProblems(folder, arrows)) problems.add(complaint);
}
for (const { from, to } of allImports) {
  const wrong = wrongArrow(from, to);
  if (wrong) problems.add(`${from} imports ${to}, against the import order of ${wrong.folder}`);
  const door = doorPassed(from, to);
  if (door) problems.add(`${from} imports ${to} directly instead of ${door}`);
}
for (const complaint of describeLargeFolders(listFiles('.'))) problems.add(complaint);
for (const complaint of problems) console.error(complaint);
console.log(
  problems.size === 0
    ? 'No import cycle, no import against the order, no folder with too many files'
    : `${problems.size} violations`,
);
process.exitCode = problems.size === 0 ? 0 : 1;
