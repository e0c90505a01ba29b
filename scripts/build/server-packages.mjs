// Prepares a container image: removes from package.json the packages that only browsers use, so that `npm prune` deletes them.
// Run the script on a built copy of the project, because it reads from the built server which packages to keep.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listShippedPackages } from '../lib/licences/licences.mjs';
import { root } from '../lib/run.mjs';

const packageJsonPath = path.join(root, 'package.json');
const serverBuildFolder = path.join(root, 'dist/server');
const packageJson = JSON.parse(readFileSync(packageJsonPath, 'utf8'));
const serverScripts = readdirSync(serverBuildFolder, { recursive: true }).filter((name) =>
  name.endsWith('.js'),
);
const serverCode = serverScripts
  .map((name) => readFileSync(path.join(serverBuildFolder, name), 'utf8'))
  .join('\n');

const browserPackages = new Set(listShippedPackages(root).browser.map(({ name }) => name));
const isNamedInServerCode = (name) =>
  [`"${name}"`, `"${name}/`, `'${name}'`, `'${name}/`].some((part) => serverCode.includes(part));
const removedPackages = Object.keys(packageJson.dependencies).filter(
  (name) => browserPackages.has(name) && !isNamedInServerCode(name),
);

for (const name of removedPackages) delete packageJson.dependencies[name];
writeFileSync(packageJsonPath, `${JSON.stringify(packageJson, null, 2)}\n`);
console.log(`Packages that only browsers need: ${removedPackages.join(', ')}`);
