// Runs the steps of a script, sequentially or in parallel. After a failed step the other steps continue, so that one run shows
// all failures.

const totalCounts = { passed: 0, failed: 0 };
const summaryLines = [];
// Failures for the list at the end, because the output of the failed step may be thousands of lines above.
const failureLines = [];

/** Runs a check; returns false when it throws, so that parallel steps continue. */
async function runCheck(check) {
  try {
    return await check();
  } catch (error) {
    console.error(error);
    return false;
  }
}

/**
 * Creates a step that runs a check and records its result.
 * @param check returns `{ passed, failed, skipped?, isOld?, failures? }`, or true when it passed
 */
export const createStep = (name, check) => async () => {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const outcome = await runCheck(check);
  const { passed, failed, skipped, isOld, failures } =
    typeof outcome === 'object' ? outcome : { passed: Number(outcome), failed: Number(!outcome) };
  const took = isOld ? 'earlier run' : `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const left = skipped ? `, ${skipped} skipped` : '';
  summaryLines.push(`  ${name.padEnd(14)} ${passed} passed, ${failed} failed${left} (${took})`);
  totalCounts.passed += passed;
  totalCounts.failed += failed;
  failureLines.push(
    ...(failures ?? (failed ? ['see its output above'] : [])).map((failure) => `  ${name}: ${failure}`),
  );
};

export const createSequentialStep =
  (...steps) =>
  async () => {
    for (const next of steps) await next();
  };

export const createParallelStep =
  (...steps) =>
  () =>
    Promise.all(steps.map((start) => start()));

export const createTwoLaneStep =
  (...steps) =>
  async () => {
    const waiting = [...steps];
    const runLane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    };
    await Promise.all([runLane(), runLane()]);
  };

/** Prints the summary and all failures; the last line is `N passed, N failed`. Returns true when nothing failed. */
export function printSummary() {
  if (failureLines.length > 0) console.log(`\nFailed:\n${failureLines.join('\n')}`);
  console.log(`\n${summaryLines.join('\n')}\n\n${totalCounts.passed} passed, ${totalCounts.failed} failed`);
  return totalCounts.failed === 0;
}
