/** Delay before the object URL is revoked, ms; enough for any browser to read the file. */
const URL_REVOKE_DELAY_MS = 60_000;

export function downloadFile(bytes: ArrayBuffer | Blob, mime: string, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), URL_REVOKE_DELAY_MS);
}
