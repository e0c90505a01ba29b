// node scripts/log.mjs --rounds 3 --seconds 5: how many lines a second the activity log takes from many writers, before and after lines
// were linked after their commit, on an embedded PostgreSQL that forces every commit to the disk. `--write` puts it into docs/scale.md.
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
await runMain('tests/log/main.ts');
