// `node scripts/log.mjs --rounds 3 --seconds 5` measures how many entries per second many parallel writers can add to the
// activity log. It compares two ways to link entries into the hash chain: in the commit that adds them, and afterwards. The
// embedded PostgreSQL writes every commit to the disk. `--write` writes the result into docs/reference/performance.md.
import { ensurePackagesAndHooks, requireNodeVersion } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
await runMain('tests/log/main.ts');
