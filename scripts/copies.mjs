// npm run backup, restore, verify: copies of the clinic (server/copy-commands.ts), by the built provider.
import { runProgram } from './lib/program.mjs';

process.exitCode = (await runProgram(process.argv.slice(2))) ? 0 : 1;
