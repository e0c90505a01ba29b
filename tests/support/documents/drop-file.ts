/** Bytes to drop on a page, in a form that JSON can carry. */
export interface Dropped {
  /** Selector of the element under the pointer. */
  readonly on: string;
  readonly base64: string;
}

/**
 * Drags a file over the element and drops it. Returns whether the page accepted it; if not, the browser would open it. Runs in
 * the page.
 */
export function dropFile({ on, base64 }: Dropped): boolean {
  const carried = new DataTransfer();
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  carried.items.add(new File([bytes], 'concepto.pdf', { type: 'application/pdf' }));
  const target = document.querySelector(on);
  const isTaken = (type: string) =>
    target?.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true })) ===
    false;
  // Both events are needed: an element that does not accept the first never gets the second.
  return isTaken('dragover') && isTaken('drop');
}
