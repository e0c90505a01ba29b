/** Delay before the file's object URL is revoked: long enough for any browser to have read the bytes. */
const GIVE_BACK_AFTER_MS = 60_000;

/** Downloads the bytes as a file with that name. */
export function saveFile(bytes: ArrayBuffer | Blob, mime: string, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), GIVE_BACK_AFTER_MS);
}
