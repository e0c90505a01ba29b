/** A form that carries one file. Written here and not as FormData: the Blob in it costs a browser more than the rest of the request. */
export interface FileForm {
  /** Goes before the file: the provider reads the parts as they come. */
  readonly field: readonly [name: string, value: string];
  readonly name: string;
  readonly mime: string;
  readonly bytes: ArrayBuffer;
}

/** As browsers write names into a form (RFC 7578, WHATWG): what would end the quotes or the line is percent-encoded. */
const quoted = (name: string): string => `"${name.replace(/\r\n?|\n/g, '%0D%0A').replace(/"/g, '%22')}"`;

const utf8 = new TextEncoder();

/** The form's bytes, and the header that says how its parts are told apart. */
export function encodeFileForm({ field: [name, value], ...file }: FileForm): {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
} {
  const boundary = `ventanilla-${crypto.randomUUID()}`; // In no file that was there before.
  const part = `--${boundary}\r\ncontent-disposition: form-data; name=`;
  const head = utf8.encode(
    `${part}${quoted(name)}\r\n\r\n${value}\r\n` +
      `${part}"file"; filename=${quoted(file.name)}\r\ncontent-type: ${file.mime}\r\n\r\n`,
  );
  const end = utf8.encode(`\r\n--${boundary}--\r\n`);
  const bytes = new Uint8Array(head.length + file.bytes.byteLength + end.length);
  bytes.set(head);
  bytes.set(new Uint8Array(file.bytes), head.length);
  bytes.set(end, head.length + file.bytes.byteLength);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
