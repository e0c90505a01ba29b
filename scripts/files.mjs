// `npm run files -- move`: copies the files of DATA_DIR into the bucket of the S3_ settings while a server is running.
import { buildAndRunServer } from './lib/program.mjs';

process.exitCode = (await buildAndRunServer(['files', ...process.argv.slice(2)])) ? 0 : 1;
