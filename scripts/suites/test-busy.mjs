// `npm run test:busy` runs `npm test` while other processes use all CPU cores, as on a laptop in use. A run of more than 45
// minutes fails.
import { spawn } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { launch } from '../lib/run.mjs';

/** Number of busy processes for each CPU core. The tests add several times as many: on two cores the load average is 8 or more. */
const BUSY_PROCESSES_PER_CORE = 1;
const RUN_LIMIT_MS = 45 * 60_000;

// A busy process ends at the time limit, even if the process that started it was killed.
const BUSY_LOOP_CODE = `const end = Date.now() + ${RUN_LIMIT_MS}; while (Date.now() < end);`;
const busyProcesses = Array.from({ length: BUSY_PROCESSES_PER_CORE * availableParallelism() }, () =>
  spawn(process.execPath, ['-e', BUSY_LOOP_CODE], { stdio: 'ignore' }),
);
const stopBusyProcesses = () => busyProcesses.forEach((child) => child.kill());
process.once('exit', stopBusyProcesses);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const loadAverages = [];
const samplingTimer = setInterval(() => loadAverages.push(loadavg()[0]), 15_000);
const testProcess = launch(process.execPath, ['scripts/test.mjs', '--again', ...process.argv.slice(2)]);
const runLimitTimer = setTimeout(() => {
  console.error('Stopped after 45 minutes.');
  testProcess.kill();
}, RUN_LIMIT_MS);
testProcess.once('close', (code) => {
  clearTimeout(runLimitTimer);
  clearInterval(samplingTimer);
  stopBusyProcesses();
  const sum = loadAverages.reduce((total, load) => total + load, 0);
  console.log(
    `Load average: ${(sum / Math.max(1, loadAverages.length)).toFixed(1)}, at most ${Math.max(0, ...loadAverages).toFixed(1)}`,
  );
  process.exitCode = code ?? 1;
});
