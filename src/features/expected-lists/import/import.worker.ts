import { RosterFileError } from './file-problem.ts';
import type { ImportReply, ImportRequest } from './messages.ts';
import { doImportWork } from './work.ts';

const post = (reply: ImportReply) => self.postMessage(reply, { transfer: [] });

const toReply = (error: unknown): ImportReply =>
  error instanceof RosterFileError
    ? { type: 'rejected', code: error.code }
    : { type: 'crashed', text: error instanceof Error ? `${error.name}: ${error.message}` : 'no error' };

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  // A result that cannot be posted is reported too.
  doImportWork(data, (share) => post({ type: 'progress', share }))
    .then((result) => post({ type: 'done', result }))
    .catch((error: unknown) => post(toReply(error)));
});
