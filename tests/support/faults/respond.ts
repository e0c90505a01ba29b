import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RequestBodyReader } from '../base/request-body.ts';
import type { Exchange, Reply } from './fault.ts';

/** Request that the proxy received, with the response that the browser waits for. */
export interface ProxiedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: RequestBodyReader;
  readonly exchange: Exchange;
}

export function respond(
  { response, exchange }: ProxiedRequest,
  { status, statusText, headers, body }: Reply,
): void {
  if (response.destroyed) return;
  const { 'transfer-encoding': _chunked, ...rest } = headers;
  // Chromium repeats a request that broke on a reused connection, so a fault would hit two requests. The header prevents reuse.
  response.writeHead(status, statusText ?? STATUS_CODES[status], { ...rest, connection: 'close' });
  response.end(body);
  exchange.status = status;
}

/** Sends this share of the response's body, then breaks the connection. */
export async function sendTruncatedResponse(
  { response }: ProxiedRequest,
  reply: Reply,
  share: number,
): Promise<void> {
  response.writeHead(reply.status, reply.headers);
  const part = reply.body.subarray(0, Math.floor(reply.body.length * share));
  await new Promise<void>((resolve) => response.write(part, () => resolve()));
  response.destroy();
}

export function appendText({ status, headers, body }: Reply, text: string): Reply {
  const { 'content-length': _length, etag: _etag, ...rest } = headers;
  return { status, headers: rest, body: Buffer.concat([body, Buffer.from(text)]) };
}
