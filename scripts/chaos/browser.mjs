// Runs tests/chaos: a real browser and a real server, with faults in the connection between the two.
import { build } from '../build.mjs';
import { ensureChromium } from '../lib/programs/chromium.mjs';
import { loadModule } from '../lib/typescript.mjs';

const formatCounts = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** Runs the test; returns true when no registration is missing, duplicated or altered. */
export async function runBrowserChaos(seed, evaluations) {
  if (!(await ensureChromium()) || !(await build())) return false;
  const { runChaos, createChaosShifts } = await loadModule('tests/chaos/main.ts');
  const onProgress = (line) => console.log(line);
  try {
    const report = await runChaos({ seed, evaluations, onProgress });
    console.log(
      `\nseed ${seed}: ${report.confirmed} confirmed (${report.byHand} through the screens, ${report.handedOver} handed over, ${report.rescued} copied to another tablet), in ${report.seconds} s`,
    );
    console.log(
      `${report.uncertain} more were in progress when their tab crashed, without a confirmation on screen`,
    );
    console.log(
      `${report.parked} were parked during second windows, changes of user and lost databases: ${report.broughtBack} were resumed and confirmed, ${report.lostWaiting} were lost with the database, as drafts are`,
    );
    console.log(
      `${report.corrected} corrections were confirmed; ${report.correctedTwice} registrations were corrected more than once`,
    );
    console.log(`events: ${formatCounts(report.events)}`);
    console.log(`faults in ${report.requests} requests: ${formatCounts(report.faults)}`);
    const count = (word) => report.differences.filter((line) => line.startsWith(word)).length;
    console.log(
      `missing ${count('missing')}, doubled ${count('doubled')}, all differences ${report.differences.length}`,
    );
    if (report.differences.length === 0) return true;
    console.log(report.differences.join('\n'));
  } catch (error) {
    console.error(error);
  }
  console.log(
    `\nseed ${seed}, planned events:\n${JSON.stringify(createChaosShifts(seed, evaluations), null, 1)}`,
  );
  return false;
}
