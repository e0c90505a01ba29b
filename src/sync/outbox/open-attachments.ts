import type { ReadyItem } from '#domain/outbox/ports.ts';
import { Serial } from '#domain/serial.ts';

/** Bytes. No attachment is opened while those that are open have as many; one has up to 15 MB (S19), and once more while it travels. */
const ENOUGH = 16 * 1024 * 1024;

/** Opens the attachments of a drain one after the other: only an open one tells its size. All other items are small. */
export class OpenAttachments {
  private held = 0;
  private readonly turns = new Serial();
  private closed = (): void => undefined;

  /** The attachment is open until the work has ended. */
  async use<Result>(
    open: () => Promise<ReadyItem>,
    work: (ready: ReadyItem) => Promise<Result>,
  ): Promise<Result> {
    const ready = await this.turns.run(() => this.openOne(open));
    try {
      return await work(ready);
    } finally {
      this.held -= ready.size;
      this.closed();
    }
  }

  private async openOne(open: () => Promise<ReadyItem>): Promise<ReadyItem> {
    while (this.held >= ENOUGH) await new Promise<void>((resolve) => (this.closed = resolve));
    const ready = await open();
    this.held += ready.size;
    return ready;
  }
}
