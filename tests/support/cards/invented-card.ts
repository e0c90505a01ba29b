import { mrzCheckDigit } from '#domain/card/mrz-layout.ts';

/** Fictitious card holder, in capitals as on the card; a name that the holder does not have is empty. */
export interface Cardholder {
  readonly prefix: '03' | 'I3';
  readonly number: string;
  readonly last_name: string;
  readonly second_last_name: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly sex: 'F' | 'M';
  /** YYYY-MM-DD */
  readonly birth_date: string;
  readonly bloodGroup: string;
}

export const ANA_CARDHOLDER: Cardholder = {
  prefix: '03',
  number: '9999000017',
  last_name: 'GIL',
  second_last_name: 'NUÑEZ',
  first_name: 'ANA',
  middle_name: 'MARIA',
  sex: 'F',
  birth_date: '1990-05-12',
  bloodGroup: 'O+',
};

const CARD_CODE_BYTES = 531;
const FINGERPRINTS_START = 168;

/** Returns bytes of any value in place of the fingerprint data; the same seed gives the same bytes. */
function fakeFingerprintText(length: number, seed = 7): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode((state >> 16) & 255);
  }).join('');
}

const padWithNulls = (text: string, length: number): string => text.slice(0, length).padEnd(length, '\0');

/** Returns the text of the card's PDF417 code in Latin-1, fingerprint data included. */
export function cardCodeText(holder: Cardholder, seed = 7): string {
  const text = [
    holder.prefix,
    '12345678',
    '\0'.repeat(14),
    'PubDSK_1',
    '\0'.repeat(8),
    '00765432',
    holder.number.padStart(10, '0'),
    ...[holder.last_name, holder.second_last_name, holder.first_name, holder.middle_name].map((name) =>
      padWithNulls(name, 23),
    ),
    '0',
    holder.sex,
    holder.birth_date.replaceAll('-', ''),
    '16001',
    '0',
    holder.bloodGroup,
  ].join('');
  return text.slice(0, FINGERPRINTS_START) + fakeFingerprintText(CARD_CODE_BYTES - FINGERPRINTS_START, seed);
}

export const collapsePadding = (text: string): string => text.replaceAll(/\0+/g, '\0');
export const removePadding = (text: string): string => text.replaceAll('\0', '');
export const inHex = (text: string): string =>
  Array.from(text, (char) => char.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()).join('');
export const asBytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

const toMrzName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z]/g, '<');
const yymmdd = (day: string): string => day.replaceAll('-', '').slice(2);
const padWithFillers = (text: string, length: number): string => text.slice(0, length).padEnd(length, '<');
const appendCheckDigit = (text: string): string => text + mrzCheckDigit(text);

const mrzNameLine = (holder: Cardholder): string =>
  [
    [holder.last_name, holder.second_last_name].filter(Boolean).map(toMrzName).join('<'),
    [holder.first_name, holder.middle_name].filter(Boolean).map(toMrzName).join('<'),
  ].join('<<');

export interface CardDetails {
  readonly nationality?: string;
  readonly expiry?: string;
  /** Number of the card itself, nine characters; not the holder's document number. */
  readonly serial?: string;
}

/** Returns the three machine-readable lines of a cédula digital; with another nationality, of a foreigner's card. */
export function createTd1Lines(
  holder: Cardholder,
  { nationality = 'COL', expiry = '2031-01-01', serial = '000000012' }: CardDetails = {},
): string[] {
  const first = `ICCOL${appendCheckDigit(padWithFillers(serial, 9))}${padWithFillers('16001', 15)}`;
  const birth = appendCheckDigit(yymmdd(holder.birth_date));
  const until = appendCheckDigit(yymmdd(expiry));
  const optional = padWithFillers(nationality === 'COL' ? holder.number : '', 11);
  const whole = mrzCheckDigit(first.slice(5) + birth + until + optional);
  return [
    first,
    `${birth}${holder.sex}${until}${nationality}${optional}${whole}`,
    padWithFillers(mrzNameLine(holder), 30),
  ];
}

/** Returns the two machine-readable lines of a passport. */
export function createTd3Lines(
  holder: Cardholder,
  { nationality = 'COL', expiry = '2031-01-01', serial = 'XX999001' }: CardDetails = {},
): string[] {
  const number = appendCheckDigit(padWithFillers(serial, 9));
  const birth = appendCheckDigit(yymmdd(holder.birth_date));
  const until = appendCheckDigit(yymmdd(expiry));
  const optional = appendCheckDigit(padWithFillers('', 14));
  const whole = mrzCheckDigit(number + birth + until + optional);
  return [
    padWithFillers(`P<${nationality}${mrzNameLine(holder)}`, 44),
    `${number}${nationality}${birth}${holder.sex}${until}${optional}${whole}`,
  ];
}
