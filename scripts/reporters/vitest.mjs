import path from 'node:path';
import { quotedLiteralPattern, ProgressPrinter, printFailure } from './progress.mjs';

const failureTextOf = ({ message, diff }) => [message, diff].filter(Boolean).join('\n');

/** Names the test that ran when an unhandled error occurred, which is often the one that caused it. */
const runningTestOf = ({ VITEST_TEST_NAME: name }) =>
  name ? `Outside of a test, while '${name}' ran` : 'Outside of a test';

/** Prints an error outside of a test: a file that does not load, a hook, an unhandled promise rejection. */
const printErrorOutsideTest = (title, error, file = '') =>
  printFailure({ title, place: file, said: error.stack ?? failureTextOf(error) });

export default class VitestProgress {
  #progress = new ProgressPrinter('files');

  onTestRunStart(files) {
    this.#progress.begin(files.length);
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    const { moduleId, project } = test.module;
    for (const error of errors) {
      const frame = error.stacks?.find(({ file }) => file === moduleId) ?? error.stacks?.[0];
      printFailure({
        title: test.fullName,
        place: frame ? `${frame.file}:${frame.line}` : moduleId,
        said: failureTextOf(error),
        alone: `npx vitest run --project=${project.name} ${path.relative(process.cwd(), moduleId)} -t ${quotedLiteralPattern(test.fullName.replaceAll(' > ', ' '))}`,
      });
    }
  }

  onTestSuiteResult(suite) {
    for (const error of suite.errors()) printErrorOutsideTest(suite.fullName, error, suite.module.moduleId);
  }

  onTestModuleEnd(module) {
    for (const error of module.errors())
      printErrorOutsideTest('The file did not load', error, module.moduleId);
    this.#progress.advance();
  }

  onTestRunEnd(_files, errors) {
    for (const error of errors) printErrorOutsideTest(runningTestOf(error), error, error.VITEST_TEST_PATH);
  }
}
