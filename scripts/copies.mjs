// `npm run backup`, `restore` and `verify`: run the commands of server/backup-commands.ts with the built server.
import { buildAndRunServer } from './lib/program.mjs';

process.exitCode = (await buildAndRunServer(process.argv.slice(2))) ? 0 : 1;
