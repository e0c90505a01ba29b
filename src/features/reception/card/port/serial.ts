/** Of Web Serial what is used here; the compiler's DOM does not have it. */
export interface SerialPortLike extends EventTarget {
  /** Another stream after each error that the port survived; null when it is closed or its plug was drawn. */
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number; readonly bufferSize: number }): Promise<void>;
  close(): Promise<void>;
}
/** 'connect' comes from the port and bubbles here. */
export interface SerialLike extends EventTarget {
  getPorts(): Promise<SerialPortLike[]>;
  /** Rejects when nothing is chosen. */
  requestPort(): Promise<SerialPortLike>;
}

/** Null in a browser without it. */
export const browserSerial = (): SerialLike | null =>
  (navigator as Navigator & { readonly serial?: SerialLike }).serial ?? null;
