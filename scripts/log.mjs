// `node scripts/log.mjs --rounds 3 --seconds 5` measures how many entries a second the activity log accepts from many writers,
// before and after entries were linked after their commit, on an embedded PostgreSQL that forces every commit to the disk.
// `--write` puts the result into docs/reference/performance.md.
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
await runMain('tests/log/main.ts');
