import { execFileSync } from 'node:child_process';
import { measureBusyShare, rejectBusyMachine } from './busy.ts';
import { recordBusyShare, deleteSections, writeSection } from './report.ts';

/** Deletes the previous report and adds a section with the sizes of the build. */
export default async function setup(): Promise<void> {
  deleteSections();
  const busy = await measureBusyShare();
  rejectBusyMachine(busy, process.env);
  recordBusyShare(busy);
  const sizes = execFileSync(process.execPath, ['scripts/size.mjs'], { encoding: 'utf8' });
  const found = [...sizes.matchAll(/^\S+ .+? {2,}([\d.]+) kB of ([\d.]+) kB/gm)];
  const column = (nth: number): string => `${found.map((row) => row[nth]).join('; ')} kB`;
  const figures = [['JS of /login; of /reception; precache, gzip', column(1), column(2)] as const];
  writeSection(1, 'Scripts and precache, gzip', ['```', sizes.trimEnd(), '```'], figures);
}
