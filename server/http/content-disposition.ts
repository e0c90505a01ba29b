/** RFC 8187 attr-char: what need not be written as %XX. encodeURIComponent leaves four more alone. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** `attachment` under that name: in letters that every browser reads, and as it is written (RFC 6266). */
export function attachmentNamed(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const asWritten = plain === name ? '' : `; filename*=UTF-8''${encode(name)}`;
  return `attachment; filename="${plain}"${asWritten}`;
}
