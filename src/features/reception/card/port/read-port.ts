import { extractCardText, decodeLatin1, appendCardPiece } from '#domain/card/capture.ts';
import type { CardHandlers } from '#components/reader/card-handlers.ts';
import type { SerialPortLike } from './serial.ts';

/** Time in ms without new bytes after which the data of a card count as complete. */
const SCAN_END_MS = 150;
/** Number of failures without a byte in between, after which the port is given up. */
const MAX_CONSECUTIVE_FAILURES = 5;

class CardBuffer {
  #kept = '';
  #told = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #heard: CardHandlers;

  constructor(heard: CardHandlers) {
    this.#heard = heard;
  }

  add(bytes: Uint8Array): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), SCAN_END_MS);
    if (this.#told) return;
    this.#kept = appendCardPiece(this.#kept, decodeLatin1(bytes));
    const text = extractCardText(this.#kept);
    if (text === null) return;
    this.#told = true;
    this.#kept = '';
    this.#heard.onCard(text);
  }

  #end(): void {
    if (!this.#told) this.#heard.onUnreadable();
    this.forget();
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#kept = '';
    this.#told = false;
  }
}

/** Reads until the stream ends or fails. Returns true if the stream delivered bytes. */
async function readStream(
  stream: ReadableStream<Uint8Array>,
  delivery: CardBuffer,
  signal: AbortSignal,
): Promise<boolean> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  let brought = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return brought;
      brought = true;
      delivery.add(value);
    }
  } catch {
    return brought; // After a framing error the port provides another stream, or null.
  } finally {
    signal.removeEventListener('abort', stop);
    reader.releaseLock();
  }
}

/** Reads cards from an open port until it is lost or `signal` aborts. Never rejects. */
export async function readPort(
  port: SerialPortLike,
  heard: CardHandlers,
  signal: AbortSignal,
): Promise<void> {
  const delivery = new CardBuffer(heard);
  for (
    let failures = 0;
    port.readable && !signal.aborted && failures < MAX_CONSECUTIVE_FAILURES;
    failures += 1
  )
    if (await readStream(port.readable, delivery, signal)) failures = 0;
  delivery.forget();
}
