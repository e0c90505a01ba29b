import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Returns true if a test of the file is tagged for the CI suite, because only slow tests have that tag. */
const isSlow = ({ moduleId }: TestSpecification): boolean =>
  /^\/\/ @module-tag landing$|tags: \['landing'\]/m.test(readFileSync(moduleId, 'utf8'));

/**
 * Runs the files with slow tests first, so that no worker ends long after the others. Vitest orders the files by their size
 * when it has no durations of an earlier run, and the slowest file is one of the smallest.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project.name));
    return [...projects].flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      const slow = own.filter(isSlow);
      return [...slow, ...own.filter((file) => !slow.includes(file))];
    });
  }
}
