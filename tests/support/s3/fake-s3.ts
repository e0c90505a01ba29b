import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { findSignatureError } from './signature.ts';
import type { S3TestStore } from './store.ts';

const BUCKET = 'clinica';
const FAKE_S3_CREDENTIALS = {
  accessKeyId: 'clinica:provider',
  secretAccessKey: 'no-es-un-secreto',
  region: 'us-east-1',
};

interface StoredObject {
  readonly bytes: Buffer;
  readonly digest: string | undefined;
  readonly changedAt: Date;
}

interface S3Call {
  readonly request: http.IncomingMessage;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly kept: Map<string, StoredObject>;
}
interface S3Reply {
  readonly status: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

const DIGEST_HEADER_NAME = 'x-amz-meta-sha256';
const errorReply = (status: number, code: string): S3Reply => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>invented</Message></Error>`,
});
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Returns the real time in ms. A test moves `Date` to change the client's clock only. */
const currentTimeMs = (): number => performance.timeOrigin + performance.now();

function putObject({ request, key, body, kept }: S3Call): S3Reply {
  const digest = request.headers[DIGEST_HEADER_NAME];
  kept.set(key, {
    bytes: body,
    digest: typeof digest === 'string' ? digest : undefined,
    changedAt: new Date(currentTimeMs()),
  });
  return { status: 200, headers: { etag: etagOf(body) } };
}

function copyObject({ request, key, kept }: S3Call): S3Reply {
  const source = kept.get(String(request.headers['x-amz-copy-source']).replace(`/${BUCKET}/`, ''));
  if (!source) return errorReply(404, 'NoSuchKey');
  kept.set(key, { ...source, changedAt: new Date(currentTimeMs()) });
  return { status: 200, body: '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>' };
}

function getObject({ key, kept }: S3Call): S3Reply {
  const found = kept.get(key);
  if (!found) return errorReply(404, 'NoSuchKey');
  const headers = {
    etag: etagOf(found.bytes),
    'content-length': found.bytes.length,
    [DIGEST_HEADER_NAME]: found.digest,
  };
  return { status: 200, headers, body: found.bytes };
}

function listObjects({ query, kept }: S3Call): S3Reply {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
  const most = Number(query.get('max-keys') ?? '1000');
  const all = [...kept]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = all
    .slice(0, most)
    .map(
      ([key, { changedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified></Contents>`,
    );
  const body = `<ListBucketResult><IsTruncated>${all.length > most}</IsTruncated>${shown.join('')}</ListBucketResult>`;
  return { status: 200, body };
}

const HANDLER_BY_METHOD: Readonly<Record<string, (call: S3Call) => S3Reply>> = {
  PUT: (call) => (call.request.headers['x-amz-copy-source'] ? copyObject(call) : putObject(call)),
  GET: (call) => (call.key === '' ? listObjects(call) : getObject(call)),
  HEAD: getObject,
  DELETE: ({ key, kept }) => {
    kept.delete(key);
    return { status: 204 };
  },
};

async function handleRequest(
  request: http.IncomingMessage,
  kept: Map<string, StoredObject>,
): Promise<S3Reply> {
  const body = await buffer(request);
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3');
  const fault = findSignatureError(request, body, FAKE_S3_CREDENTIALS, currentTimeMs());
  if (fault) return errorReply(...fault);
  const [, bucket, ...rest] = pathname.split('/');
  if (bucket !== BUCKET) return errorReply(404, 'NoSuchBucket');
  const reply = HANDLER_BY_METHOD[request.method ?? ''];
  return reply?.({ request, key: rest.join('/'), query, body, kept }) ?? errorReply(405, 'MethodNotAllowed');
}

/** S3 store in memory with the calls that the server makes; it checks signature, clock and digest. */
export interface FakeS3 extends S3TestStore {
  /** Stored files by key. A test may change them, to simulate changes that the server did not make. */
  readonly kept: Map<string, StoredObject>;
}

export async function startFakeS3(): Promise<FakeS3> {
  const kept = new Map<string, StoredObject>();
  const server = http.createServer((request, response) => {
    handleRequest(request, kept).then(
      ({ status, headers = {}, body }) =>
        response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body),
      () => response.destroy(), // The body broke off, so the store keeps nothing.
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    kept,
    place: { endpoint, bucket: BUCKET, ...FAKE_S3_CREDENTIALS },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
