// Setup file of vitest in a recording run: writes the faults that each test file executes. vitest.config.mjs defines the
// constants in capitals.
import { afterAll, expect } from 'vitest';

const reachedFaultIds = new Set();
globalThis.reachedFault = (id) => reachedFaultIds.add(id);

async function writeTextFile(file, text) {
  if (IS_IN_BROWSER) {
    const { commands } = await import('vitest/browser');
    return commands.writeFile(file, text);
  }
  const { writeFileSync } = await import('node:fs');
  return writeFileSync(file, text);
}

afterAll(async () => {
  const file = expect.getState().testPath.replaceAll('\\', '/').replace(`${ROOT_FOLDER}/`, '');
  const name = `${PROJECT_NAME}-${file.replaceAll(/[^\w.-]/g, '_')}.json`;
  await writeTextFile(
    `${REACHED_FOLDER}/${name}`,
    JSON.stringify({ file, project: PROJECT_NAME, reached: [...reachedFaultIds] }),
  );
});
