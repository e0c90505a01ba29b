import { once } from 'node:events';
import net from 'node:net';

interface SocketPair {
  readonly near: net.Socket;
  readonly far: net.Socket;
}

/**
 * Network connection between two programs, which the test can cut. While it is cut, no byte passes, neither program learns that
 * the other one has closed its end, and new connections wait, as with a cut cable. After the repair, waiting bytes are
 * delivered unless one end has closed.
 */
export class CuttableConnection {
  #target: number | string;
  readonly #server: net.Server;
  readonly #pairs = new Set<SocketPair>();
  #isCut = false;

  private constructor(target: number | string) {
    this.#target = target;
    this.#server = net.createServer({ pauseOnConnect: true }, (near) => this.#join(near));
  }

  /** Creates a connection to a port or socket of this machine. */
  static async openTo(target: number | string): Promise<CuttableConnection> {
    const line = new CuttableConnection(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const { near, far } of this.#pairs) {
      near.pause();
      far.pause();
    }
  }

  repair(): void {
    this.#isCut = false;
    for (const pair of this.#pairs) this.#flow(pair);
  }

  /** Redirects the connection to another port and closes the connections that are open. */
  redirect(target: number): void {
    this.#target = target;
    for (const pair of this.#pairs) this.#part(pair);
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) this.#part(pair);
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: net.Socket): void {
    const pair = { near, far: new net.Socket() };
    this.#pairs.add(pair);
    near.setNoDelay(true);
    pair.far.setNoDelay(true);
    this.#carry(pair, near, pair.far);
    this.#carry(pair, pair.far, near);
    if (!this.#isCut) this.#flow(pair);
  }

  #flow(pair: SocketPair): void {
    const { near, far } = pair;
    if (near.destroyed || (far.destroyed && !far.pending)) return this.#part(pair);
    if (far.pending && !far.connecting) this.#connect(far);
    near.resume();
    far.resume();
  }

  #connect(far: net.Socket): void {
    if (typeof this.#target === 'string') far.connect(this.#target);
    else far.connect(this.#target, '127.0.0.1');
  }

  #carry(pair: SocketPair, from: net.Socket, to: net.Socket): void {
    from.on('data', (bytes) => {
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#isCut) from.resume();
    });
    from.on('end', () => to.end());
    from.on('error', () => undefined); // The 'close' event follows, so the error needs no handling.
    // When an end closes while the connection is cut, the other end must not notice.
    from.on('close', () => {
      if (!this.#isCut) this.#part(pair);
    });
  }

  #part(pair: SocketPair): void {
    pair.near.destroy();
    pair.far.destroy();
    this.#pairs.delete(pair);
  }
}
