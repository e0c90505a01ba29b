/** What the link did to a call or to its answer's body; whatever else is thrown is a fault of this program. */
export class LinkBroke extends Error {}

/** @throws LinkBroke */
export async function overLink<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new LinkBroke('the link broke', { cause });
  }
}

interface Read {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False where there is more than was asked for; of what follows nothing is read. */
  readonly isWhole: boolean;
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** The body up to the part with which it exceeds `most` bytes. The request's time-out holds for it, too. @throws LinkBroke */
export async function readBody({ body }: Response, most: number): Promise<Read> {
  const parts: Uint8Array[] = [];
  if (!body) return { bytes: joined(parts, 0), isWhole: true };
  const reader = body.getReader();
  let size = 0;
  while (size <= most) {
    const { done, value } = await overLink(reader.read());
    if (done) return { bytes: joined(parts, size), isWhole: true };
    parts.push(value);
    size += value.byteLength;
  }
  await overLink(reader.cancel());
  return { bytes: joined(parts, size), isWhole: false };
}
