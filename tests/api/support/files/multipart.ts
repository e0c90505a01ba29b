import { createHash } from 'node:crypto';

export interface Part {
  readonly name: string;
  readonly value: string | Buffer;
  readonly filename?: string;
  readonly type?: string;
}

const BOUNDARY = 'ventanilla-frontera';

function createPartHead({ name, filename, type }: Part): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const content = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${content}\r\n`;
}

/** Builds a multipart body byte by byte, so that tests can also build an invalid one. */
export function createMultipartBody(parts: readonly Part[]): { body: Buffer; type: string } {
  const pieces = parts.flatMap((part) => [
    Buffer.from(createPartHead(part)),
    Buffer.from(part.value as string),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

export const mediaParts = (type: string, file: Buffer, filename = 'foto.jpg'): Part[] => [
  { name: 'type', value: type },
  { name: 'file', value: file, filename, type: 'image/jpeg' },
];

export const formatContentDigest = (bytes: Buffer | string): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
