import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * File with the name of the current incarnation. The file is neither in the cluster's folder nor in backups. A restored cluster
 * therefore begins a new incarnation and archives into another folder: otherwise two incarnations would write different
 * segments under the same name.
 */
const INCARNATION_FILE = 'archive-life';
const INCARNATION_PATTERN = /^\d{4}-\d\d-\d\d-[\da-f]{8}$/;

/** Returns the name of the incarnation; null before the first start with ARCHIVE_DIR. */
export function readIncarnation(dataDir: string): string | null {
  const file = path.join(dataDir, INCARNATION_FILE);
  const life = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  return INCARNATION_PATTERN.test(life) ? life : null;
}

export function ensureIncarnation(dataDir: string, now: Date): string {
  const known = readIncarnation(dataDir);
  if (known !== null) return known;
  const life = `${now.toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  fs.mkdirSync(dataDir, { recursive: true });
  fs.writeFileSync(path.join(dataDir, INCARNATION_FILE), `${life}\n`, { mode: 0o600, flush: true });
  return life;
}
