// `npm run swift` starts a real S3 store for experiments and prints the five settings with which the server uses the store.
// Ctrl-C stops the store and deletes its data.
import { once } from 'node:events';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { ensureSwift } from '../lib/programs/swift.mjs';
import { loadModule } from '../lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (!(await ensureSwift())) process.exit(1);
const { startSwift } = await loadModule('tests/support/s3/swift.ts');
const { s3EnvironmentOf } = await loadModule('tests/support/s3/store.ts');
const swiftServer = await startSwift();
for (const [name, value] of Object.entries(s3EnvironmentOf(swiftServer))) console.log(`${name}=${value}`);
// The timer keeps the process running; signal handlers alone would not.
const keepAliveTimer = setInterval(() => undefined, 60_000);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
clearInterval(keepAliveTimer);
await swiftServer.stop();
