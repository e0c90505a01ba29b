// `npm run audit -- wire limits` checks the base contract's statements in the areas 'wire' and 'limits' on the built product;
// without areas, it checks all statements.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from '../build.mjs';
import { ensureChromium } from '../lib/programs/chromium.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { root, run } from '../lib/run.mjs';
import { loadModule } from '../lib/typescript.mjs';

const auditFolder = 'tests/audit';

function findAuditFiles(areas) {
  const marks = new RegExp(`'(${areas.join('|')})-\\d+'`);
  const walks = readdirSync(path.join(root, auditFolder), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.audit.ts'),
  );
  return walks
    .map((name) => `${auditFolder}/${name}`)
    .filter((file) => marks.test(readFileSync(path.join(root, file), 'utf8')));
}

async function runAudit(chosen) {
  const { statementsByArea } = await loadModule('tests/audit/statements/index.ts');
  const unknown = chosen.filter((name) => !(name in statementsByArea));
  if (unknown.length > 0) {
    console.error(
      `Unknown areas: ${unknown.join(', ')}. The areas are ${Object.keys(statementsByArea).join(', ')}.`,
    );
    return false;
  }
  if (!(await ensureChromium()) || !(await build())) return false;
  const files = chosen.length > 0 ? findAuditFiles(chosen) : [];
  return run('playwright', ['test', '-c', 'playwright.audit.config.ts', ...files], {
    AUDIT_AREAS: chosen.join(','),
  });
}

requireNodeVersion();
await ensurePackagesAndHooks();
process.exitCode = (await runAudit(process.argv.slice(2))) ? 0 : 1;
