/** Part of Web Serial that is used here; the compiler's DOM library does not have it. */
export interface SerialPortLike extends EventTarget {
  /** New stream after each error that the port survived; null when the port is closed or unplugged. */
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number; readonly bufferSize: number }): Promise<void>;
  close(): Promise<void>;
}
/** Web Serial of the browser. 'connect' comes from the port and bubbles here. */
export interface SerialLike extends EventTarget {
  getPorts(): Promise<SerialPortLike[]>;
  /** Rejects if the user chooses no port. */
  requestPort(): Promise<SerialPortLike>;
}

/** Returns Web Serial; null in a browser without it. */
export const browserSerial = (): SerialLike | null =>
  (navigator as Navigator & { readonly serial?: SerialLike }).serial ?? null;
