const PREFIXED = /^__(?:Host|Secure)-/i;
const nameOf = (attribute: string): string => attribute.split('=')[0]?.trim().toLowerCase() ?? '';

/**
 * A provider's cookie as a browser takes it from our address: for this host alone, and Secure where people come by https.
 * By http a cookie that crosses sites or is bound to https by its name would not be taken: the one becomes Lax, the other
 * stays what it is, for localhost.
 */
export function ownCookie(cookie: string, https: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const kept = attributes.filter((attribute) => !['domain', 'secure'].includes(nameOf(attribute)));
  if (https || PREFIXED.test(pair)) return [pair, ...kept, 'Secure'].join('; ');
  const plain = kept.filter((attribute) => nameOf(attribute) !== 'partitioned');
  return [pair, ...plain.map((part) => (/^samesite\s*=\s*none$/i.test(part) ? 'SameSite=Lax' : part))].join(
    '; ',
  );
}
