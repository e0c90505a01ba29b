/** Stream of bytes in chunks of any size. */
export type ByteStream = AsyncIterable<Buffer>;

export interface Block {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Yields the bytes in blocks of `size`. The last block may be shorter; it is empty when there were no bytes. */
export async function* splitIntoBlocks(source: ByteStream, size: number): AsyncGenerator<Block> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    // A block is yielded only when more bytes follow, because the last block must be marked.
    for (; joined.length - at > size; at += size)
      yield { bytes: joined.subarray(at, at + size), isLast: false };
    waiting = [joined.subarray(at)];
    length = joined.length - at;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: ByteStream) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the next `length` bytes; null when fewer are left. */
  async takeBytes(length: number): Promise<Buffer | null> {
    const parts = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const next = await this.#source.next();
      if (next.done) return null;
      parts.push(next.value);
      have += next.value.length;
    }
    const joined = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = joined.subarray(length);
    return joined.subarray(0, length);
  }

  async *takeRemaining(): AsyncGenerator<Buffer> {
    if (this.#rest.length > 0) yield this.#rest;
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value;
  }
}
