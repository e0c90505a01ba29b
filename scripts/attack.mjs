// npm run attack -- H3 L6: findings of an attack tried again on the built provider, all of them without ids; tests/attack has one file each.
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
if (await build(['provider'])) await runMain('tests/attack/main.ts');
else process.exitCode = 1;
