/**
 * Logs bugs to the console. Does not log a `DOMException`: the browser could not open the camera or image, and the user sees a
 * message.
 */
export function reportCaptureBug(error: unknown): void {
  if (!(error instanceof DOMException)) reportError(error);
}
