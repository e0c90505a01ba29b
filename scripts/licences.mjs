// Writes docs/licences.md: node scripts/licences.mjs (`--check` only compares). The exit code is 1 when a licence is not
// allowed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { refusedPackages, shippedPackages } from './lib/licences.mjs';
import { licencesPage } from './lib/licences-page.mjs';
import { root } from './lib/run.mjs';

const file = path.join(root, 'docs/licences.md');
const shipped = shippedPackages(root);

const refused = refusedPackages(shipped);
for (const { name, version, licence } of refused)
  console.error(
    `${name} ${version} has the licence '${licence}', which scripts/lib/licences.mjs does not allow where the package runs.`,
  );

const page = await licencesPage(shipped);
if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
  console.log(
    `docs/licences.md: ${shipped.browser.length} packages in browsers, ${shipped.server.length} on the server.`,
  );
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/licences.md does not match package-lock.json: run npm run licences.');
  process.exitCode = 1;
}
if (refused.length > 0) process.exitCode = 1;
