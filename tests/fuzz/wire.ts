import net from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { EncodedCall } from './call.ts';

export type CallOutcome =
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly headers: ReadonlyMap<string, string>;
      readonly body: Buffer;
    }
  /** The server closed the connection without a complete response. */
  | { readonly type: 'closed'; readonly received: string }
  | { readonly type: 'hang' };

/**
 * Time limit of a call in ms; longer than any work of the server, even on a busy machine. A call without a response by then
 * counts as hung.
 */
const REQUEST_TIMEOUT_MS = 60_000;

const formatHeaderLine = (name: string, value: string): string => `${name}: ${value}\r\n`;

function encodeHttpRequest(call: EncodedCall, cookie: string | null): Buffer {
  const headers = call.headers.map(([name, value]) => formatHeaderLine(name, value)).join('');
  const head = `${call.method} ${call.target} HTTP/1.1\r\n${formatHeaderLine('Host', 'fuzz.prueba')}${formatHeaderLine('Connection', 'close')}`;
  return Buffer.concat([
    Buffer.from(
      `${head}${cookie === null ? '' : formatHeaderLine('Cookie', cookie)}${headers}\r\n`,
      'latin1',
    ),
    call.body,
  ]);
}

function decodeChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (end < 0 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

function decodeBody(headers: ReadonlyMap<string, string>, raw: Buffer): Buffer {
  const length = Number(headers.get('content-length') ?? raw.length);
  const body = headers.get('transfer-encoding') === 'chunked' ? decodeChunks(raw) : raw.subarray(0, length);
  if (body.length === 0) return body;
  const encoding = headers.get('content-encoding');
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

/**
 * Returns the first final response in the received bytes; null if its head is incomplete. Skips 1xx responses before it and
 * ignores responses to excess bytes after it.
 */
function parseRawResponse(received: Buffer): CallOutcome | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
  if (status >= 100 && status < 200) return parseRawResponse(received.subarray(end + 4));
  const headers = new Map(
    lines.map((text) => {
      const colon = text.indexOf(':');
      return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()] as const;
    }),
  );
  return { type: 'answer', status, headers, body: decodeBody(headers, received.subarray(end + 4)) };
}

/** Sends the call over a new connection and waits at most REQUEST_TIMEOUT_MS for the connection's end. */
export function sendCall(port: number, call: EncodedCall, cookie: string | null): Promise<CallOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect({ port, host: '127.0.0.1' });
    const end = (outcome: CallOutcome) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ type: 'hang' }), REQUEST_TIMEOUT_MS);
    const close = () => {
      const received = Buffer.concat(chunks);
      end(parseRawResponse(received) ?? { type: 'closed', received: received.toString('latin1', 0, 200) });
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    // The server may respond early and reset the connection during the upload, so the bytes received until then count.
    socket.once('error', close);
    socket.once('close', close);
    // If the call announced more bytes than it has, the sending side is closed, because the server would otherwise wait for the
    // rest.
    if (call.isHonest) socket.write(encodeHttpRequest(call, cookie));
    else socket.end(encodeHttpRequest(call, cookie));
  });
}
