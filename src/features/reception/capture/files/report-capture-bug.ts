/** A camera or picture that the browser cannot open is told to the person alone; of a bug the console hears too. */
export function reportCaptureBug(error: unknown): void {
  if (!(error instanceof DOMException)) reportError(error);
}
