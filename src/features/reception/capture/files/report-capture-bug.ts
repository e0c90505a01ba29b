/** Reports a bug to the console. A camera or image that the browser cannot open (`DOMException`) is only shown to the user. */
export function reportCaptureBug(error: unknown): void {
  if (!(error instanceof DOMException)) reportError(error);
}
