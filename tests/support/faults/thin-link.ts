import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

export interface SlowLinkSettings {
  /** Round-trip time in milliseconds. */
  readonly roundTrip: number;
  /** Upload rate in bytes per second, shared by all connections. */
  readonly up: number;
}

/** Number of bytes sent at once, so that connections share the link as they share a real one, packet by packet. */
const PACKET_BYTES = 1_460;

interface Packet {
  readonly bytes: Buffer;
  readonly deliver: (bytes: Buffer) => void;
}

/**
 * Proxy that simulates a slow line with a given latency and upload rate, below HTTP. Connections alternate packet by packet,
 * and opening one costs a round trip. Downloads have the latency but no rate limit.
 */
export class SlowLinkProxy {
  carried = 0;
  readonly #server: net.Server;
  readonly #target: URL;
  readonly #link: SlowLinkSettings;
  readonly #sockets = new Set<Socket>();
  readonly #queues = new Map<Socket, Packet[]>();
  #inAir: { readonly arrivesAt: number; readonly land: () => void }[] = [];
  #freeAt = 0;
  #pumping = false;

  private constructor(target: string, link: SlowLinkSettings) {
    this.#target = new URL(target);
    this.#link = link;
    this.#server = net.createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket));
  }

  static async start(target: string, link: SlowLinkSettings): Promise<SlowLinkProxy> {
    const proxy = new SlowLinkProxy(target, link);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get origin(): string {
    return `${this.#target.protocol}//127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #oneWay(work: () => void): void {
    setTimeout(work, this.#link.roundTrip / 2);
  }

  #accept(socket: Socket): void {
    const onward = net.connect(Number(this.#target.port), this.#target.hostname);
    for (const end of [socket, onward]) {
      this.#sockets.add(end);
      end.setNoDelay(true);
      end.on('error', () => undefined); // The `close` handler below closes each end when the other one breaks.
    }
    socket.once('close', () => onward.destroy());
    onward.once('close', () => this.#oneWay(() => socket.destroy()));
    onward.on('data', (bytes: Buffer) => this.#oneWay(() => socket.write(bytes)));
    socket.on('data', (bytes: Buffer) => this.#goUp(socket, bytes, onward));
    setTimeout(() => socket.resume(), this.#link.roundTrip);
  }

  #goUp(socket: Socket, bytes: Buffer, onward: Socket): void {
    const queue = this.#queues.get(socket) ?? [];
    this.#queues.set(socket, queue);
    for (let at = 0; at < bytes.length; at += PACKET_BYTES)
      queue.push({ bytes: bytes.subarray(at, at + PACKET_BYTES), deliver: (part) => onward.write(part) });
    socket.pause(); // The socket is paused so that the browser's own send buffer does not count as part of the link.
    void this.#pump();
  }

  /** Sends as many bytes as the rate has allowed by now and then pauses, because timers are too coarse for single packets. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#queues.size > 0) {
      this.#freeAt = Math.max(this.#freeAt, performance.now());
      this.#sendRound();
      const wait = this.#freeAt - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    this.#pumping = false;
  }

  #sendRound(): void {
    for (const [socket, queue] of this.#queues) {
      const packet = queue.shift();
      if (packet) this.#send(packet);
      if (queue.length > 0) continue;
      this.#queues.delete(socket);
      socket.resume();
    }
  }

  #send({ bytes, deliver }: Packet): void {
    this.carried += bytes.length;
    this.#freeAt += (bytes.length / this.#link.up) * 1_000;
    this.#inAir.push({ arrivesAt: this.#freeAt + this.#link.roundTrip / 2, land: () => deliver(bytes) });
    if (this.#inAir.length === 1) this.#landLater();
  }

  /**
   * Delivers packets in order. One timer per packet would not keep the order, because two timers may fire in the wrong order.
   */
  #landLater(): void {
    const next = this.#inAir[0];
    if (!next) return;
    setTimeout(() => {
      while (this.#inAir[0] && this.#inAir[0].arrivesAt <= performance.now()) this.#inAir.shift()?.land();
      this.#landLater();
    }, next.arrivesAt - performance.now());
  }
}
