// Steps of a run: one after the other or beside each other. All of them run, so that one look shows all that is wrong.

const total = { passed: 0, failed: 0 };
const summary = [];
// What failed is named at the end: the line itself may be thousands of lines above.
const named = [];

/** What breaks has failed; what runs beside it goes on. */
async function settled(check) {
  try {
    return await check();
  } catch (error) {
    console.error(error);
    return false;
  }
}

/** @param check answers `{ passed, failed, skipped?, isOld?, failures? }`, or whether it passed */
export const step = (name, check) => async () => {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const outcome = await settled(check);
  const { passed, failed, skipped, isOld, failures } =
    typeof outcome === 'object' ? outcome : { passed: Number(outcome), failed: Number(!outcome) };
  const took = isOld ? 'of before' : `${((Date.now() - began) / 1000).toFixed(1)} s`;
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

/** The first two begin; whatever ends makes room for the next one. */
export const twoAtOnce =
  (...steps) =>
  async () => {
    const waiting = [...steps];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    };
    await Promise.all([lane(), lane()]);
  };

/** Prints the summary and what failed; its last line is `N passed, N failed`. True when nothing failed. */
export function tell() {
  if (named.length > 0) console.log(`\nFailed:\n${named.join('\n')}`);
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}
