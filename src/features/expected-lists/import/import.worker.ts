import { RosterFileError } from './file-problem.ts';
import type { ImportReply, ImportRequest } from './messages.ts';
import { doImportWork } from './work.ts';

const post = (reply: ImportReply) => self.postMessage(reply, { transfer: [] });

const toReply = (error: unknown): ImportReply =>
  error instanceof RosterFileError
    ? { type: 'rejected', code: error.code }
    : { type: 'crashed', text: error instanceof Error ? `${error.name}: ${error.message}` : 'no error' };

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  doImportWork(data, (share) => post({ type: 'progress', share })).then(
    (result) => post({ type: 'done', result }),
    (error: unknown) => post(toReply(error)),
  );
});
