// Simulates histories of the outbox or of parked drafts (S27) on every CPU core. This file is the program of the main thread
// and of the workers.
import os from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { loadModule } from '../lib/typescript.mjs';

async function loadSimulation(kind) {
  if (kind === 'parked') {
    const { simulateAll } = await loadModule('tests/simulation/parked/simulate.ts');
    return simulateAll;
  }
  const { simulateAll } = await loadModule('tests/simulation/simulate.ts');
  return simulateAll;
}

async function simulateAssignedSlice() {
  const simulateAll = await loadSimulation(workerData.kind);
  const tally = await simulateAll(workerData, (done) => parentPort.postMessage({ done }, []));
  parentPort.postMessage({ tally }, []);
}

function simulateSliceInWorker(slice, onProgress) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: slice });
    worker.on('message', ({ done, tally }) => (tally ? resolve(tally) : onProgress(done)));
    worker.on('error', reject);
  });
}

function splitIntoSlices(first, count) {
  const each = Math.ceil(count / os.availableParallelism());
  const starts = Array.from({ length: Math.ceil(count / each) }, (_, nth) => nth * each);
  return starts.map((start) => ({ first: first + start, count: Math.min(each, count - start) }));
}

function createProgressPrinter(count) {
  const done = new Map();
  return (slice) => (of) => {
    done.set(slice, of);
    const sum = [...done.values()].reduce((total, some) => total + some, 0);
    if (process.stdout.isTTY) process.stdout.write(`\r${sum} of ${count} histories`);
  };
}

/** Simulates `count` histories and prints the steps of each that failed; returns true when none failed. */
export async function simulateHistories(kind, first, count) {
  const began = performance.now();
  const progress = createProgressPrinter(count);
  const tallies = await Promise.all(
    splitIntoSlices(first, count).map((slice) => simulateSliceInWorker({ ...slice, kind }, progress(slice))),
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const sum = (name) => tallies.reduce((total, tally) => total + tally[name], 0);
  const failures = tallies.flatMap((tally) => tally.failures);
  for (const { seed, problems, trace } of failures)
    console.log([`\nseed ${seed}`, ...trace, ...problems.map((problem) => `WRONG ${problem}`)].join('\n'));
  console.log(
    `\n${sum('histories')} histories from seed ${first}: ${sum('registrations')} registrations, ${sum('steps')} steps, ` +
      `${failures.length} failed, ${seconds} s`,
  );
  return failures.length === 0;
}

if (!isMainThread && workerData?.count !== undefined) await simulateAssignedSlice();
