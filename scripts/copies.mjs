// `npm run backup`, `restore` and `verify`: run the commands of server/backup-commands.ts with the built server.
import { runBuiltServer } from './lib/program.mjs';

process.exitCode = (await runBuiltServer(process.argv.slice(2))) ? 0 : 1;
