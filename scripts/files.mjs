// npm run files -- move: brings the files of DATA_DIR into the bucket of the S3_ settings, beside a provider that works.
import { runProgram } from './lib/program.mjs';

process.exitCode = (await runProgram(['files', ...process.argv.slice(2)])) ? 0 : 1;
