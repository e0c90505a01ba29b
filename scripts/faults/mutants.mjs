// - `npm run mutants`: makes faults in domain, sync, storage and server, one at a time, and prints the faults that no test
//   finds.
// - `npm run mutants -- --since COMMIT`: makes faults only in lines that differ from the commit.
// - `npm run mutants -- --again FILE`: makes the faults of an earlier result again; fails if no test now finds a fault that a
//   test found in the earlier run.
// - Options: `--count N` (200), `--seed N` (1), `--project NAME` (several): unit, browser, ui, api.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chooseFaults, relocateFaults } from '../mutants/choose.mjs';
import { faultsFile, mutantsFolder, recordReachedFaults, findFirstFailingTests } from '../mutants/run.mjs';
import { planRuns } from '../mutants/tests-of.mjs';

const MUTANT_CONCURRENCY = 2;
const { values } = parseArgs({
  options: {
    since: { type: 'string' },
    again: { type: 'string' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    project: { type: 'string', multiple: true, default: ['unit', 'browser', 'ui', 'api'] },
  },
});
const resultFile = path.join(mutantsFolder, 'result.json');
mkdirSync(mutantsFolder, { recursive: true });

const describeFault = ({ file, line, original, replacement }) =>
  `${file}:${line}  ${original} → ${replacement}`.replaceAll(/\s+/g, ' ').slice(0, 160);

/** Returns the test files that find the fault, from the first of the runs in which a test fails; null if all tests pass. */
async function findKillingTests(fault, runs) {
  for (const run of runs) {
    const killer = await findFirstFailingTests(fault, run);
    if (killer !== null) return killer;
  }
  return null;
}

async function testEachFault(faults, test) {
  const results = [];
  const waiting = [...faults];
  const work = async () => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      results.push({ ...fault, killer: await test(fault) });
      if (results.length % Math.ceil(faults.length / 10) === 0)
        console.log(`faults ${results.length} of ${faults.length}`);
    }
  };
  await Promise.all(Array.from({ length: MUTANT_CONCURRENCY }, work));
  return results.sort((one, other) => one.id - other.id);
}

const sourceFolderOf = ({ file }) => /^(?:domain|(?:server|src)\/[^/]+)/.exec(file)[0];

function printFaultResults(results) {
  for (const part of new Set(results.map(sourceFolderOf))) {
    const ofPart = results.filter((each) => sourceFolderOf(each) === part);
    const found = ofPart.filter(({ killer }) => killer !== null).length;
    console.log(`${part.padEnd(16)} ${found} of ${ofPart.length} found`);
  }
  for (const each of results.filter(({ killer }) => killer === null))
    console.log(`${each.isReached === false ? 'not reached' : 'not found  '} ${describeFault(each)}`);
}

async function testAllFaults(faults) {
  console.log(
    `${faults.length} faults; the first run has no fault and records which tests reach which faults`,
  );
  const tests = await recordReachedFaults(values.project);
  const isFaultReached = ({ id }) => tests.some(({ reached }) => reached.includes(id));
  const results = await testEachFault(faults, (fault) => findKillingTests(fault, planRuns(fault, tests)));
  return results.map((each) => ({ ...each, isReached: isFaultReached(each) }));
}

/** Runs the test that found a fault in an earlier run; if this test passes now, also runs the other tests. */
async function retestEarlierFaults(earlier) {
  const faults = relocateFaults(earlier.filter(({ killer }) => killer !== null));
  writeFileSync(faultsFile, JSON.stringify(faults));
  const first = await testEachFault(faults, (fault) => findFirstFailingTests(fault, fault.killer));
  const open = first.filter(({ killer }) => killer === null);
  if (open.length === 0) return first;
  const rest = await testAllFaults(open);
  return first.map((each) => rest.find(({ id }) => id === each.id) ?? each);
}

async function main() {
  if (values.again !== undefined) {
    const results = await retestEarlierFaults(JSON.parse(readFileSync(values.again, 'utf8')));
    writeFileSync(resultFile, JSON.stringify(results, null, 1));
    printFaultResults(results);
    return results.every(({ killer }) => killer !== null);
  }
  const options = { count: Number(values.count), seed: Number(values.seed), since: values.since };
  const faults = chooseFaults(options);
  writeFileSync(faultsFile, JSON.stringify(faults));
  const results = await testAllFaults(faults);
  writeFileSync(resultFile, JSON.stringify(results, null, 1));
  printFaultResults(results);
  console.log(`Written to ${path.relative('.', resultFile)}`);
  return true;
}
process.exitCode = (await main()) ? 0 : 1;
