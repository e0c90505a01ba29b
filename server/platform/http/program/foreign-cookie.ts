const COOKIE_PREFIX_PATTERN = /^__(?:Host|Secure)-/i;
const cookieAttributeNameOf = (attribute: string): string =>
  attribute.split('=')[0]?.trim().toLowerCase() ?? '';

/**
 * Changes a cookie of the other server so that a browser accepts it from this server's address. The cookie becomes valid for
 * this host only, and Secure if users connect by https. If users connect by http, a cross-site cookie becomes Lax, because
 * browsers would reject it otherwise. A cookie with a `__Host-` or `__Secure-` prefix keeps its https attributes, because
 * browsers accept them on localhost.
 */
export function adaptForeignCookie(cookie: string, https: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const stored = attributes.filter(
    (attribute) => !['domain', 'secure'].includes(cookieAttributeNameOf(attribute)),
  );
  if (https || COOKIE_PREFIX_PATTERN.test(pair)) return [pair, ...stored, 'Secure'].join('; ');
  const plain = stored.filter((attribute) => cookieAttributeNameOf(attribute) !== 'partitioned');
  return [pair, ...plain.map((part) => (/^samesite\s*=\s*none$/i.test(part) ? 'SameSite=Lax' : part))].join(
    '; ',
  );
}
