import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

function listFilesIn(source) {
  const start = path.join(root, source);
  if (!existsSync(start)) return [];
  if (statSync(start).isFile()) return [source];
  const below = readdirSync(start, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return below.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/**
 * Returns a digest of the names and contents of files and folders. `isLeftOut` returns true for a file or folder to exclude.
 */
export function digestOfFiles(sources, isLeftOut = () => false) {
  const hash = createHash('sha256');
  const files = sources.flatMap(listFilesIn).filter((file) => !isLeftOut(file));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
