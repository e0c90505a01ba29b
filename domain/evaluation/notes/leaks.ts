/** Part of a text; `isLeak` is true when the part names a finding or a diagnosis. All parts together are the whole text. */
export interface TextPiece {
  readonly text: string;
  readonly isLeak: boolean;
}

/** Diagnosis code of CIE-10, with or without the point: H90.3, H903, M54. */
const CIE10_PATTERN_SOURCE = String.raw`\b[A-TV-Z]\d{2}(?:\.?\d[0-9A-Z]?)?\b`;

/** Codes and names that look like CIE-10 codes but are no diagnoses, such as those of respirators and vitamins. */
const NON_DIAGNOSIS_CODES = new Set(['N95', 'N99', 'R95', 'P95', 'P99', 'B12']);

/**
 * First letters of words for findings and diagnoses, without accents. The list is short on purpose, because users ignore
 * frequent warnings.
 */
const FINDING_STEMS = [
  'hipertens|hipotens|diabet|prediabet|glicemi|glucemi|glucosa|dislipid|colesterol|triglicer|obesidad|obes[oa]\\b|sobrepeso',
  'hipoacus|sordera|tinnitus|acufeno|vertigo|epilep|convuls|apnea|migran|cefalea',
  'miopia|astigmat|presbici|hipermetrop|catarata|glaucoma|pterigi',
  'hernia|lumbalg|lumbago|cervicalg|dorsalg|escolios|discopat|radiculopat|tendinit|tendinopat|epicondilit|artros|artrit',
  'tunel (?:del )?carp|manguito|fibromialg|varices|osteopor',
  'asma\\b|asmatic|rinitis|epoc\\b|silicos|neumon|tubercul',
  'arritm|cardiopat|infarto|insuficienc|anemi|hepatit|hipotiroid|hipertiroid|cancer|tumor|neoplas',
  'depresi|depresiv|ansiedad|bipolar|esquizofren|psiquiatr|trastorno|alcoholism|cocaina|marihuana|cannabis|farmacodepend',
  'vih\\b|sida\\b|vdrl\\b|sifilis|embaraz|gestante|gestacion',
  'diagnostic|sindrome|enfermedad',
];
/** Names of measurements and their units, even directly after a number: 150/95mmHg. */
const MEASUREMENT_PATTERN_SOURCE = String.raw`mm ?hg\b|\bimc\b`;
const FINDING_PATTERN_SOURCE = String.raw`\b(?:${FINDING_STEMS.join('|')})\p{L}*|${MEASUREMENT_PATTERN_SOURCE}`;

/** Returns the text in lower case without accents. The index of each letter stays the same. */
const foldTextKeepingIndexes = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) =>
    letter.length > 1 ? letter : letter.normalize('NFD').charAt(0).toLowerCase(),
  );

const findMatchRanges = (text: string, pattern: RegExp): [from: number, to: number][] =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => [index, index + match.length]);

function findLeakRanges(text: string): [from: number, to: number][] {
  const codes = findMatchRanges(text, new RegExp(CIE10_PATTERN_SOURCE, 'g')).filter(
    ([from, to]) => !NON_DIAGNOSIS_CODES.has(text.slice(from, to)),
  );
  return [
    ...codes,
    ...findMatchRanges(foldTextKeepingIndexes(text), new RegExp(FINDING_PATTERN_SOURCE, 'gu')),
  ].sort(([a], [b]) => a - b);
}

/**
 * Splits a text for the employer and marks the parts that look like a finding or a diagnosis. The marks are a warning and may
 * be incomplete.
 */
export function markPossibleFindings(written: string): readonly TextPiece[] {
  const text = written.normalize('NFC');
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const [from, to] of findLeakRanges(text)) {
    if (from < at) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), isLeak: false });
    pieces.push({ text: text.slice(from, to), isLeak: true });
    at = to;
  }
  return at < text.length ? [...pieces, { text: text.slice(at), isLeak: false }] : pieces;
}

export const mayDiscloseFinding = (text: string): boolean =>
  markPossibleFindings(text).some(({ isLeak }) => isLeak);
