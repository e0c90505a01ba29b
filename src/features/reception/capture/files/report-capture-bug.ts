/**
 * Reports bugs to the console. Does not report a camera or image that the browser cannot open (`DOMException`): the user sees a
 * message about it.
 */
export function reportCaptureBug(error: unknown): void {
  if (!(error instanceof DOMException)) reportError(error);
}
