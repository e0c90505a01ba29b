/** Bytes that are dropped somewhere on a page, as JSON carries them. */
export interface Dropped {
  /** Selector of what is under the pointer. */
  readonly on: string;
  readonly base64: string;
}

/** In the page: a file comes over the element and is let go there. Whether the page took it: else the browser would open it. */
export function dropFile({ on, base64 }: Dropped): boolean {
  const carried = new DataTransfer();
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  carried.items.add(new File([bytes], 'concepto.pdf', { type: 'application/pdf' }));
  const target = document.querySelector(on);
  const isTaken = (type: string) =>
    target?.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true })) ===
    false;
  // Both events: what does not take the first is never given the second.
  return isTaken('dragover') && isTaken('drop');
}
