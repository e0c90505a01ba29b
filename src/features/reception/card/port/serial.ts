/** Part of Web Serial that is used here; the compiler's DOM library does not have it. */
export interface SerialPortLike extends EventTarget {
  /** A new stream after each error that does not close the port; null when the port is closed or unplugged. */
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number; readonly bufferSize: number }): Promise<void>;
  close(): Promise<void>;
}
/** Web Serial of the browser. A port's 'connect' event bubbles to this object. */
export interface SerialLike extends EventTarget {
  getPorts(): Promise<SerialPortLike[]>;
  /** Rejects if the user chooses no port. */
  requestPort(): Promise<SerialPortLike>;
}

/** Returns Web Serial; null in a browser without it. */
export const browserSerial = (): SerialLike | null =>
  (navigator as Navigator & { readonly serial?: SerialLike }).serial ?? null;
