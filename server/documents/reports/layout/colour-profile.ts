/**
 * The colour profile is sRGB in ICC version 4.2. It is generated, because an archived file must define its own colours and a
 * generated profile needs no licence. Values: IEC 61966-2-1, adapted to the white of 5,000 K that ICC.1:2004-10 requires.
 */
type XyzColour = readonly [number, number, number];

const XYZ_WHITE_POINT: XyzColour = [0.9642, 1, 0.8249];
const XYZ_RED_PRIMARY: XyzColour = [0.43607, 0.22249, 0.01392];
const XYZ_GREEN_PRIMARY: XyzColour = [0.38515, 0.71687, 0.09708];
const XYZ_BLUE_PRIMARY: XyzColour = [0.14307, 0.06061, 0.7141];
/** Bradford adaptation from the white of sRGB (6,500 K) to the white of the profile (5,000 K). */
const BRADFORD_ADAPTATION = [
  1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168,
];
/** Parametric curve of type 3: exponent, slope and offset above the threshold, slope below it, and the threshold. */
const SRGB_CURVE_PARAMETERS = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const PROFILE_HEADER_BYTES = 128;
const TAG_ENTRY_BYTES = 12;

function fixedPointBytes(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, at) => bytes.writeInt32BE(Math.round(number * 65_536), 4 * at));
  return bytes;
}

const profileTag = (type: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts]);
const encodeColour = (value: XyzColour): Buffer => profileTag('XYZ ', fixedPointBytes(value));

function encodeProfileText(text: string): Buffer {
  const letters = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.alloc(20);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(12, 4);
  head.write('enUS', 8, 'latin1');
  head.writeUInt32BE(letters.length, 12);
  head.writeUInt32BE(28, 16);
  return profileTag('mluc', head, letters);
}

const encodedCurve = profileTag('para', Buffer.from([0, 3, 0, 0]), fixedPointBytes(SRGB_CURVE_PARAMETERS));

const PROFILE_TAGS: readonly (readonly [name: string, data: Buffer])[] = [
  ['desc', encodeProfileText('sRGB')],
  ['cprt', encodeProfileText('No copyright, use freely')],
  ['wtpt', encodeColour(XYZ_WHITE_POINT)],
  ['chad', profileTag('sf32', fixedPointBytes(BRADFORD_ADAPTATION))],
  ['rXYZ', encodeColour(XYZ_RED_PRIMARY)],
  ['gXYZ', encodeColour(XYZ_GREEN_PRIMARY)],
  ['bXYZ', encodeColour(XYZ_BLUE_PRIMARY)],
  ['rTRC', encodedCurve],
  ['gTRC', encodedCurve],
  ['bTRC', encodedCurve],
];

const padToFourBytes = (data: Buffer): Buffer =>
  Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

function createProfileHeader(size: number): Buffer {
  const bytes = Buffer.alloc(PROFILE_HEADER_BYTES);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x04_20_00_00, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // The date is fixed, so that the same document always has the same bytes.
  [2026, 1, 1].forEach((part, at) => bytes.writeUInt16BE(part, 24 + 2 * at));
  bytes.write('acsp', 36, 'latin1');
  fixedPointBytes(XYZ_WHITE_POINT).copy(bytes, 68);
  return bytes;
}

function createColourProfile(): Buffer {
  const table = Buffer.alloc(4 + TAG_ENTRY_BYTES * PROFILE_TAGS.length);
  table.writeUInt32BE(PROFILE_TAGS.length, 0);
  const parts: Buffer[] = [];
  let offset = PROFILE_HEADER_BYTES + table.length;
  for (const [at, [name, data]] of PROFILE_TAGS.entries()) {
    table.write(name, 4 + TAG_ENTRY_BYTES * at, 'latin1');
    table.writeUInt32BE(offset, 8 + TAG_ENTRY_BYTES * at);
    table.writeUInt32BE(data.length, 12 + TAG_ENTRY_BYTES * at);
    const part = padToFourBytes(data);
    parts.push(part);
    offset += part.length;
  }
  return Buffer.concat([createProfileHeader(offset), table, ...parts]);
}

export const COLOUR_PROFILE: Buffer = createColourProfile();
