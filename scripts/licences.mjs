// Writes docs/licences.md: node scripts/licences.mjs (`--check` only compares). The exit code is 1 when a licence is not
// allowed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findForbiddenPackages, listShippedPackages } from './lib/licences/licences.mjs';
import { formatLicencesPage } from './lib/licences/licences-page.mjs';
import { root } from './lib/run.mjs';

const licencesFile = path.join(root, 'docs/licences.md');
const productionPackages = listShippedPackages(root);

const forbiddenPackages = findForbiddenPackages(productionPackages);
for (const { name, version, licence } of forbiddenPackages)
  console.error(
    `${name} ${version} has the licence '${licence}', which scripts/lib/licences/licences.mjs does not allow where the package runs.`,
  );

const licencesPageText = await formatLicencesPage(productionPackages);
if (!process.argv.includes('--check')) {
  writeFileSync(licencesFile, licencesPageText);
  console.log(
    `docs/licences.md: ${productionPackages.browser.length} packages in browsers, ${productionPackages.server.length} on the server.`,
  );
} else if (readFileSync(licencesFile, 'utf8') !== licencesPageText) {
  console.error('docs/licences.md does not match package-lock.json: run npm run licences.');
  process.exitCode = 1;
}
if (forbiddenPackages.length > 0) process.exitCode = 1;
