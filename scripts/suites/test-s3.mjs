// `npm run test:s3` installs a real S3 store (Swift) and runs the file tests against it. `npm test` runs these tests only if
// Swift is installed.
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { run } from '../lib/run.mjs';
import { ensureSwift } from '../lib/programs/swift.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
const vitestArguments = ['run', '--project=api', 'tests/api/files', ...process.argv.slice(2)];
process.exitCode =
  (await ensureSwift()) && (await run('vitest', vitestArguments, { REQUIRE_SWIFT: '1' })) ? 0 : 1;
