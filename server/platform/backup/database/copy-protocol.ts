import type { Client, Connection, Submittable } from 'pg';

/** Maximum number of bytes in the queue; beyond this number the socket is paused. */
const MAX_QUEUE_BYTES = 4 * 1024 * 1024;

/** Statement with the callback methods that pg calls; pg's type definitions omit these methods. */
abstract class StreamStatement implements Submittable {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleRowDescription(): void {}
  handleDataRow(_message: { readonly fields: readonly (string | null)[] }): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete(_message: { readonly text: string }): void {}
  handleCopyInResponse(_connection: Connection): void {}
  handleCopyData(_message: { readonly chunk: Buffer }, _connection: Connection): void {}
  abstract handleReadyForQuery(): void;
  abstract handleError(error: Error): void;
}

/** Returns the row count in a command tag, 12 for 'COPY 12'; 0 without a count. */
const parseRowCount = (tag: string): number => Number(/^COPY (\d{1,15})$/.exec(tag)?.[1] ?? 0);

/** Statement that returns a byte stream: COPY … TO STDOUT, or BASE_BACKUP. */
export class CopyOutStatement extends StreamStatement {
  /** Rows that the database sends before and after the byte stream. */
  readonly rows: (readonly (string | null)[])[] = [];
  #tag = '';
  #queue: Buffer[] = [];
  #waiting = 0;
  #end: { readonly error: Error | null } | null = null;
  #paused: Connection | null = null;
  #wake: () => void = () => undefined;

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.rows.push(fields);
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
  }

  override handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: Connection): void {
    // The chunk is copied, because the parser reuses its buffer.
    this.#queue.push(Buffer.from(chunk));
    this.#waiting += chunk.length;
    if (this.#waiting > MAX_QUEUE_BYTES && !this.#paused) {
      this.#paused = connection;
      connection.stream.pause();
    }
    this.#wake();
  }

  override handleReadyForQuery(): void {
    this.#end ??= { error: null };
    this.#wake();
  }

  override handleError(error: Error): void {
    this.#end = { error };
    this.#wake();
  }

  /** Number of copied rows; known only after the stream has ended. */
  get count(): number {
    return parseRowCount(this.#tag);
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const ready = this.#queue;
      this.#queue = [];
      this.#waiting = 0;
      this.#paused?.stream.resume();
      this.#paused = null;
      yield* ready;
      if (this.#queue.length > 0) continue;
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** Statement that sends a byte stream to the database: COPY … FROM STDIN. */
class CopyInStatement extends StreamStatement {
  readonly done: Promise<number>;
  readonly #ready: Promise<Connection>;
  #isReady: (connection: Connection) => void = () => undefined;
  #isDone: (rows: number) => void = () => undefined;
  #hasFailed: (error: Error) => void = () => undefined;
  #tag = '';

  constructor(text: string) {
    super(text);
    this.done = new Promise((resolve, reject) => {
      this.#isDone = resolve;
      this.#hasFailed = reject;
    });
    this.#ready = new Promise((resolve) => (this.#isReady = resolve));
    this.done.catch(() => undefined); // The rejection is ignored here, because `write` and `end` throw the same error.
  }

  override handleCopyInResponse(connection: Connection): void {
    this.#isReady(connection);
  }
  override handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
  }
  override handleReadyForQuery(): void {
    this.#isDone(parseRowCount(this.#tag));
  }
  override handleError(error: Error): void {
    this.#hasFailed(error);
  }

  async write(chunk: Buffer): Promise<void> {
    const connection = await Promise.race([this.#ready, this.done.then(() => null)]);
    if (!connection) return;
    toCopySender(connection).sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain)
      await Promise.race([
        new Promise<void>((resolve) => connection.stream.once('drain', resolve)),
        this.done,
      ]);
  }

  async end(): Promise<number> {
    const connection = await Promise.race([this.#ready, this.done.then(() => null)]);
    if (connection) toCopySender(connection).endCopyFrom();
    return this.done;
  }
}

interface CopySender {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
/** Gives access to two methods of pg's connection that its type definitions omit. */
const toCopySender = (connection: Connection): CopySender => connection as unknown as CopySender;

export const startCopyOut = (client: Client, text: string): CopyOutStatement =>
  client.query(new CopyOutStatement(text));

/**
 * Runs the statement `text` with the chunks as its input.
 * @returns the number of loaded rows
 */
export async function runCopyIn(
  client: Client,
  text: string,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  const statement = client.query(new CopyInStatement(text));
  for await (const chunk of chunks) await statement.write(chunk);
  return statement.end();
}
