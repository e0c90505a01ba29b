const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/**
 * What a downloaded attachment is called: its own name can be that of a person, and would stand in the folder of downloads
 * and in the browser's history, which no sign-out empties (D5).
 */
export const attachmentFileName = (id: string, mime: string): string =>
  `adjunto_${id.slice(0, 8).toLowerCase()}.${ENDINGS[mime] ?? 'bin'}`;
