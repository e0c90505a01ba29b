/** A picture that the browser cannot decode or encode is told to the person alone; of a bug the console hears too. */
export function reportDecoderBug(error: unknown): void {
  if (!(error instanceof DOMException)) reportError(error);
}
