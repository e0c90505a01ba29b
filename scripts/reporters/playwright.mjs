import path from 'node:path';
import { quotedLiteralPattern, ProgressPrinter, printFailure } from './progress.mjs';

export default class PlaywrightProgress {
  #progress = new ProgressPrinter('tests');

  onBegin(_config, suite) {
    this.#progress.begin(suite.allTests().length);
  }

  onTestEnd(test, { status, errors }) {
    this.#progress.advance();
    if (status === test.expectedStatus || status === 'skipped') return;
    const project = test.parent.project()?.name;
    for (const { message = '', value = '', location = test.location } of errors)
      printFailure({
        title: `${project} › ${test.title}`,
        place: `${location.file}:${location.line}`,
        said: message || value,
        alone: `npx playwright test ${path.relative(process.cwd(), test.location.file)} --project=${project} -g ${quotedLiteralPattern(test.title)}`,
      });
  }

  onError({ message = '', value = '' }) {
    printFailure({ title: 'Outside of a test', place: '', said: message || value });
  }

  printsToStdio() {
    return true;
  }
}
