// `npm run backup`, `restore` and `verify`: backups of the clinic (server/copy-commands.ts) by the built server.
import { runProgram } from './lib/program.mjs';

process.exitCode = (await runProgram(process.argv.slice(2))) ? 0 : 1;
