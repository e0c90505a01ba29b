// `npm run proofs` prints each statement, rule and finding of the docs with the tests whose titles begin with its id. `--
// P5.12` prints one statement, `-- P5` a section, `-- docs/reference/sync` a page or folder, `-- sw/keep-draining.test.ts` the
// statements whose ids this test file's titles contain. The exit code is 2 for an unknown name.
import { loadModule } from '../lib/typescript.mjs';

const [name] = process.argv.slice(2);
const { findProofs } = await loadModule('tests/docs/proofs.ts');
const foundProofs = findProofs(name);

for (const { id, text, tests, untested } of foundProofs) {
  const titles = tests.map(({ file, chain }) => `  ${[file, ...chain].join(' › ')}`);
  console.log([`${id} ${text}`.trimEnd(), ...titles, ...(untested ? [`  ${untested}`] : []), ''].join('\n'));
}
if (foundProofs.length === 0) {
  console.error(`No statement, rule, finding, page of docs or file with proofs has the name ${name}.`);
  process.exitCode = 2;
}
