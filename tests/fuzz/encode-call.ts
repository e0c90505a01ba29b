import { API_BASE } from '#contract/routes/routes.ts';
import { createMultipartBody } from '#tests/api/support/files/multipart.ts';
import type { EncodedCall, DraftCall, HeaderPair } from './call.ts';

export const JSON_TYPE = 'application/json';

function encodeDraftBody({ body }: DraftCall): { bytes: Buffer; type: string | null } {
  switch (body.kind) {
    case 'none':
      return { bytes: Buffer.alloc(0), type: null };
    case 'json':
      return { bytes: Buffer.from(JSON.stringify(body.value) ?? ''), type: JSON_TYPE };
    case 'parts': {
      const { body: bytes, type } = createMultipartBody(body.parts);
      return { bytes, type };
    }
    case 'bytes':
      return body;
  }
}

const encodeChunked = (bytes: Buffer): Buffer =>
  Buffer.concat([
    ...(bytes.length > 0
      ? [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]
      : []),
    Buffer.from('0\r\n\r\n'),
  ]);

/** Returns the call as it is sent, with its body as bytes and the headers that describe the body. */
export function encodeDraftCall(draft: DraftCall): EncodedCall {
  const { route, who, method, path, query, framing } = draft;
  const { bytes, type } = encodeDraftBody(draft);
  const given = draft.headers.some(([name]) => name === 'content-type');
  const typed: readonly HeaderPair[] = type === null || given ? [] : [['content-type', type]];
  const length: readonly HeaderPair[] =
    framing.kind === 'lie'
      ? framing.headers
      : framing.kind === 'chunked'
        ? [['transfer-encoding', 'chunked']]
        : [['content-length', String(bytes.length)]];
  const target = API_BASE + path + (query.length > 0 ? `?${query.join('&')}` : '');
  const headers = [...typed, ...draft.headers, ...length];
  const body = framing.kind === 'chunked' ? encodeChunked(bytes) : bytes;
  return { route, who, method, target, headers, body, isHonest: framing.kind !== 'lie' };
}
