import { execFileSync } from 'node:child_process';
import { startReport, writeSection } from './report.ts';

/** Sizes come from the build that is measured. */
export default function setup(): void {
  startReport();
  const sizes = execFileSync(process.execPath, ['scripts/size.mjs'], { encoding: 'utf8' });
  writeSection(1, 'Scripts and precache, gzip', ['```', sizes.trimEnd(), '```']);
}
