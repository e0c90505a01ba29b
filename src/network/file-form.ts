/**
 * Form with one file. FormData is not used, because the browser takes longer to make its Blob than for the rest of the request.
 */
export interface FileForm {
  /** Field that precedes the file, because the server reads the parts in order. */
  readonly field: readonly [name: string, value: string];
  readonly name: string;
  readonly mime: string;
  readonly bytes: ArrayBuffer;
}

/** Percent-encodes quotes and line breaks of a name, as browsers do in forms (RFC 7578, WHATWG). */
const quoteFormName = (name: string): string =>
  `"${name.replace(/\r\n?|\n/g, '%0D%0A').replace(/"/g, '%22')}"`;

const utf8Encoder = new TextEncoder();

export function encodeFileForm({ field: [name, value], ...file }: FileForm): {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
} {
  const boundary = `ventanilla-${crypto.randomUUID()}`; // A random boundary cannot occur in the file.
  const part = `--${boundary}\r\ncontent-disposition: form-data; name=`;
  const head = utf8Encoder.encode(
    `${part}${quoteFormName(name)}\r\n\r\n${value}\r\n` +
      `${part}"file"; filename=${quoteFormName(file.name)}\r\ncontent-type: ${file.mime}\r\n\r\n`,
  );
  const end = utf8Encoder.encode(`\r\n--${boundary}--\r\n`);
  const bytes = new Uint8Array(head.length + file.bytes.byteLength + end.length);
  bytes.set(head);
  bytes.set(new Uint8Array(file.bytes), head.length);
  bytes.set(end, head.length + file.bytes.byteLength);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
