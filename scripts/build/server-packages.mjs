// Prepares a container image: removes packages that only browsers use from package.json, so that `npm prune` deletes them. Run
// the script on a built copy of the project, because it reads from the built server which packages to keep.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shippedPackages } from '../lib/licences.mjs';
import { root } from '../lib/run.mjs';

const file = path.join(root, 'package.json');
const built = path.join(root, 'dist/server');
const described = JSON.parse(readFileSync(file, 'utf8'));
const programs = readdirSync(built, { recursive: true }).filter((name) => name.endsWith('.js'));
const text = programs.map((name) => readFileSync(path.join(built, name), 'utf8')).join('\n');

const inBrowser = new Set(shippedPackages(root).browser.map(({ name }) => name));
const isNamed = (name) =>
  [`"${name}"`, `"${name}/`, `'${name}'`, `'${name}/`].some((part) => text.includes(part));
const gone = Object.keys(described.dependencies).filter((name) => inBrowser.has(name) && !isNamed(name));

for (const name of gone) delete described.dependencies[name];
writeFileSync(file, `${JSON.stringify(described, null, 2)}\n`);
console.log(`Packages that only browsers need: ${gone.join(', ')}`);
