const EXTENSION_BY_MIME_TYPE: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/**
 * Returns the file name of a downloaded attachment. It is not the original name, which may contain a patient's name and would
 * stay in the download folder and in the browser's history after sign-out (D5).
 */
export const attachmentFileName = (id: string, mime: string): string =>
  `adjunto_${id.slice(0, 8).toLowerCase()}.${EXTENSION_BY_MIME_TYPE[mime] ?? 'bin'}`;
