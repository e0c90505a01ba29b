/** Maximum size of a JSON response: many times the largest one, an evaluation with every text at its limit. */
const JSON_RESPONSE_MAX_BYTES = 16_000_000;
/** Maximum size of a file, larger than any attachment limit that a server can have. */
const FILE_RESPONSE_MAX_BYTES = 128_000_000;

/** Network failure during a call or while its body is read. Any other error is a bug of this app. */
export class ConnectionLost extends Error {}

/**
 * Runs a network operation and converts its errors.
 * @throws ConnectionLost for any error
 */
export async function convertConnectionErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new ConnectionLost('the link broke', { cause });
  }
}

interface BodyReadResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False if the body exceeds the limit; the rest is not read. */
  readonly isWhole: boolean;
}

function joinBytes(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/**
 * Reads the body until it ends or exceeds `most` bytes, within the timeout of the request.
 * @throws ConnectionLost
 */
export async function readBodyBytes({ body }: Response, most: number): Promise<BodyReadResult> {
  const parts: Uint8Array[] = [];
  if (!body) return { bytes: joinBytes(parts, 0), isWhole: true };
  const reader = body.getReader();
  let size = 0;
  while (size <= most) {
    const { done, value } = await convertConnectionErrors(reader.read());
    if (done) return { bytes: joinBytes(parts, size), isWhole: true };
    parts.push(value);
    size += value.byteLength;
  }
  await convertConnectionErrors(reader.cancel());
  return { bytes: joinBytes(parts, size), isWhole: false };
}

/** Returns the text of the body; null if it exceeds the size limit, because the server sends no such body. */
export async function readResponseText(response: Response): Promise<string | null> {
  const { bytes, isWhole } = await readBodyBytes(response, JSON_RESPONSE_MAX_BYTES);
  return isWhole ? new TextDecoder().decode(bytes) : null;
}

/** Returns the bytes of a file; null if it exceeds the size limit. */
export async function readResponseFile(response: Response): Promise<ArrayBuffer | null> {
  const { bytes, isWhole } = await readBodyBytes(response, FILE_RESPONSE_MAX_BYTES);
  return isWhole ? bytes.buffer : null;
}
