/** Members of a Web Serial port that are used; TypeScript's DOM library lacks Web Serial. */
export interface SerialPortLike extends EventTarget {
  /** Replaced by a new stream after an error that leaves the port open; null while the port is closed or unplugged. */
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number; readonly bufferSize: number }): Promise<void>;
  close(): Promise<void>;
}
/** Web Serial of the browser. The 'connect' event of a port bubbles to this object. */
export interface SerialLike extends EventTarget {
  getPorts(): Promise<SerialPortLike[]>;
  requestPort(): Promise<SerialPortLike>;
}

export const browserSerial = (): SerialLike | null =>
  (navigator as Navigator & { readonly serial?: SerialLike }).serial ?? null;
