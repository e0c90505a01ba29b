/** File to drop on a page; its bytes are base64, because Playwright passes arguments as JSON. */
export interface DroppedFile {
  /** Selector of the element under the pointer. */
  readonly on: string;
  readonly base64: string;
}

/**
 * Drags a file over the element and drops it. Returns true if the page accepted it; otherwise the browser would open the file.
 * Runs in the page.
 */
export function dropFile({ on, base64 }: DroppedFile): boolean {
  const carried = new DataTransfer();
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  carried.items.add(new File([bytes], 'concepto.pdf', { type: 'application/pdf' }));
  const target = document.querySelector(on);
  const acceptsType = (type: string) =>
    target?.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true })) ===
    false;
  // The browser sends `drop` only if the element has accepted `dragover`.
  return acceptsType('dragover') && acceptsType('drop');
}
