import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Beside the cluster and in no copy of it: what is restored begins another life, and archives into another folder. Two lives
 * write different segments under one name.
 */
const FILE = 'archive-life';
const LIFE = /^\d{4}-\d\d-\d\d-[\da-f]{8}$/;

/** Null before the first start with ARCHIVE_DIR. */
export function readLife(dataDir: string): string | null {
  const file = path.join(dataDir, FILE);
  const life = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  return LIFE.test(life) ? life : null;
}

export function lifeOf(dataDir: string, now: Date): string {
  const known = readLife(dataDir);
  if (known !== null) return known;
  const life = `${now.toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  fs.mkdirSync(dataDir, { recursive: true });
  fs.writeFileSync(path.join(dataDir, FILE), `${life}\n`, { mode: 0o600, flush: true });
  return life;
}
