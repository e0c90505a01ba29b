// Runs the steps of a script, sequentially or concurrently. A failed step does not stop the others, so that one run shows all
// failures.

const total = { passed: 0, failed: 0 };
const summary = [];
// Failures for the list at the end, because their own output may be thousands of lines above.
const named = [];

/** Runs a check. Returns false when the check throws, so that concurrent steps continue. */
async function settled(check) {
  try {
    return await check();
  } catch (error) {
    console.error(error);
    return false;
  }
}

/**
 * Creates a step that runs a check and records its result.
 * @param check returns `{ passed, failed, skipped?, isOld?, failures? }`, or whether the check passed
 */
export const step = (name, check) => async () => {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const outcome = await settled(check);
  const { passed, failed, skipped, isOld, failures } =
    typeof outcome === 'object' ? outcome : { passed: Number(outcome), failed: Number(!outcome) };
  const took = isOld ? 'earlier run' : `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const left = skipped ? `, ${skipped} skipped` : '';
  summary.push(`  ${name.padEnd(14)} ${passed} passed, ${failed} failed${left} (${took})`);
  total.passed += passed;
  total.failed += failed;
  named.push(
    ...(failures ?? (failed ? ['see its output above'] : [])).map((failure) => `  ${name}: ${failure}`),
  );
};

export const inTurn =
  (...steps) =>
  async () => {
    for (const next of steps) await next();
  };

export const together =
  (...steps) =>
  () =>
    Promise.all(steps.map((start) => start()));

/** Runs two steps at a time and starts the next one when a step ends. */
export const twoAtOnce =
  (...steps) =>
  async () => {
    const waiting = [...steps];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    };
    await Promise.all([lane(), lane()]);
  };

/** Prints the summary and the failures; the last line is `N passed, N failed`. Returns true when nothing failed. */
export function tell() {
  if (named.length > 0) console.log(`\nFailed:\n${named.join('\n')}`);
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}
