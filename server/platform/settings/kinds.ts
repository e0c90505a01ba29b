import path from 'node:path';
import { z } from 'zod';
import { OPTIONAL_TLS_QUERY } from '../mail/mailer.ts';

function parseUrlWithProtocol(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) ? url : undefined;
}

export const isPostgresUrl = (text: string) =>
  parseUrlWithProtocol(text, ['postgres:', 'postgresql:']) !== undefined;
const isWebOrigin = (text: string) => {
  const url = parseUrlWithProtocol(text, ['http:', 'https:']);
  return url !== undefined && url.pathname === '/' && url.search === '' && url.hash === '';
};
const hasNoCredentials = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.username === '' && url.password === '';
};
export const isFileStoreUrl = (text: string) => isWebOrigin(text) && hasNoCredentials(text);
/**
 * Returns true if the value of SMTP_URL is valid. The only accepted query is OPTIONAL_TLS_QUERY, because some options of the
 * mail library disable the certificate check.
 */
export const isSmtpUrl = (text: string) => {
  const url = parseUrlWithProtocol(text, ['smtp:', 'smtps:']);
  if (
    url === undefined ||
    url.hostname === '' ||
    !['', OPTIONAL_TLS_QUERY].includes(url.search) ||
    url.hash !== ''
  )
    return false;
  return ['', '/'].includes(url.pathname) && [url.username, url.password].every(isValidPercentEncoding);
};
function isValidPercentEncoding(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false; // The user name or password contains a '%' that is not followed by two hexadecimal digits.
  }
}

/** Schema of an address without a path; null without a value. */
export const optionalOriginSetting = (message: string) =>
  z
    .string()
    .refine(isWebOrigin, message)
    .optional()
    .transform((text) => (text === undefined ? null : new URL(text)));

/** Schema of a file or folder, as an absolute path; null without a value. */
export const optionalPathSetting = () =>
  z
    .string()
    .optional()
    .transform((given) => (given === undefined ? null : path.resolve(given)));

interface CountRange {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  /** Counted things as the message names them, such as 'segundos'. */
  readonly unit: string;
}
/** Schema of a whole number of up to three digits. */
export const countSetting = ({ least, most, usual, unit }: CountRange) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `tiene que ser un número entero de ${unit}, de ${least} a ${most}`,
    )
    .default(String(usual))
    .transform(Number);

const isPortAtLeast = (text: string, least: number) =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= 65_535;
/** Schema of a port number of at least `least`. */
export const portSetting = (least: 0 | 1) =>
  z
    .string()
    .refine((text) => isPortAtLeast(text, least), `tiene que ser un número entero de ${least} a 65535`);

/** Schema of a host name or address of this machine; `examples` end the message. */
export const hostSetting = (examples: string) =>
  z.string().regex(/^[\w.:-]+$/, `tiene que ser una dirección o un nombre de este equipo, como ${examples}`);

/** Schema of one of the store's keys. */
export const optionalS3KeySetting = () =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, 'tiene que ser una llave del almacén, sin espacios')
    .optional();

const MAX_MAIL_ADDRESSES = 20;
const splitMailAddresses = (text: string): string[] => text.split(',').map((address) => address.trim());
const areMailAddresses = (text: string) =>
  z.array(z.email()).max(MAX_MAIL_ADDRESSES).safeParse(splitMailAddresses(text)).success;
/** Schema of mail addresses, separated by commas. */
export const optionalMailAddressesSetting = () =>
  z
    .string()
    .refine(
      areMailAddresses,
      `tienen que ser hasta ${MAX_MAIL_ADDRESSES} direcciones separadas por comas, como ana@clinica.com,luis@clinica.com`,
    )
    .transform(splitMailAddresses)
    .optional();
