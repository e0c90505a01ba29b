import { execFileSync } from 'node:child_process';
import { busyShare, refuseBusy } from './busy.ts';
import { noteBusy, startReport, writeSection } from './report.ts';

/** Prepares the report and writes the sizes of the build that is measured. */
export default async function setup(): Promise<void> {
  startReport();
  const busy = await busyShare();
  refuseBusy(busy, process.env);
  noteBusy(busy);
  const sizes = execFileSync(process.execPath, ['scripts/size.mjs'], { encoding: 'utf8' });
  writeSection(1, 'Scripts and precache, gzip', ['```', sizes.trimEnd(), '```']);
}
