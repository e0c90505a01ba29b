/** Format of machine-readable lines (ICAO 9303): `TD1` on cards (3 × 30 characters), `TD3` in passports (2 × 44). */
export type MrzKind = 'TD1' | 'TD3';

export type MrzCharacterSet = 'any' | 'letters' | 'digits' | 'sex';
export const MRZ_CHARACTERS: Record<MrzCharacterSet, string> = {
  any: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<',
  digits: '0123456789<',
  sex: 'MFX<',
};

/** Half-open range of columns, counted over all lines joined to one text. */
export type MrzRange = readonly [from: number, to: number];
export interface MrzCheckDigit {
  readonly of: 'number' | 'birth_date' | 'expiry' | 'whole';
  readonly over: readonly MrzRange[];
  readonly at: number;
}
interface MrzLayout {
  readonly fields: Readonly<
    Record<'code' | 'issuer' | 'number' | 'birth' | 'nationality' | 'names', MrzRange>
  > & {
    readonly sex: number;
    /** Field for the issuer's use; Colombian cards contain the citizen's number in it. */
    readonly optional: MrzRange;
  };
  readonly checks: readonly MrzCheckDigit[];
  readonly columns: readonly (readonly [MrzCharacterSet, MrzRange])[];
}

export const MRZ_LAYOUTS: Record<MrzKind, MrzLayout> = {
  TD1: {
    fields: {
      code: [0, 2],
      issuer: [2, 5],
      number: [5, 14],
      birth: [30, 36],
      sex: 37,
      nationality: [45, 48],
      optional: [48, 59],
      names: [60, 90],
    },
    checks: [
      { of: 'number', over: [[5, 14]], at: 14 },
      { of: 'birth_date', over: [[30, 36]], at: 36 },
      { of: 'expiry', over: [[38, 44]], at: 44 },
      {
        of: 'whole',
        over: [
          [5, 30],
          [30, 37],
          [38, 45],
          [48, 59],
        ],
        at: 59,
      },
    ],
    columns: [
      ['letters', [0, 5]],
      ['any', [5, 14]],
      ['digits', [14, 15]],
      ['any', [15, 30]],
      ['digits', [30, 37]],
      ['sex', [37, 38]],
      ['digits', [38, 45]],
      ['letters', [45, 48]],
      ['any', [48, 59]],
      ['digits', [59, 60]],
      ['letters', [60, 90]],
    ],
  },
  TD3: {
    fields: {
      code: [0, 2],
      issuer: [2, 5],
      names: [5, 44],
      number: [44, 53],
      nationality: [54, 57],
      birth: [57, 63],
      sex: 64,
      optional: [72, 86],
    },
    checks: [
      { of: 'number', over: [[44, 53]], at: 53 },
      { of: 'birth_date', over: [[57, 63]], at: 63 },
      { of: 'expiry', over: [[65, 71]], at: 71 },
      {
        of: 'whole',
        over: [
          [44, 54],
          [57, 64],
          [65, 87],
        ],
        at: 87,
      },
    ],
    columns: [
      ['letters', [0, 44]],
      ['any', [44, 53]],
      ['digits', [53, 54]],
      ['letters', [54, 57]],
      ['digits', [57, 64]],
      ['sex', [64, 65]],
      ['digits', [65, 72]],
      ['any', [72, 86]],
      ['digits', [86, 88]],
    ],
  },
};

export const mrzColumnCharacterSets = (kind: MrzKind): readonly MrzCharacterSet[] =>
  MRZ_LAYOUTS[kind].columns.flatMap(([alphabet, [from, to]]) =>
    Array<MrzCharacterSet>(to - from).fill(alphabet),
  );

const CHECK_DIGIT_WEIGHTS = [7, 3, 1] as const;
const toMrzCharacterValue = (sign: string): number => (sign === '<' ? 0 : Number.parseInt(sign, 36));

/** Returns the check digit of `text` (ICAO 9303); `text` includes fillers and leading zeros. */
export const mrzCheckDigit = (text: string): string =>
  String(
    Array.from(text).reduce(
      (sum, sign, at) => sum + toMrzCharacterValue(sign) * (CHECK_DIGIT_WEIGHTS[at % 3] ?? 0),
      0,
    ) % 10,
  );

export const textOfMrzRange = (text: string, [from, to]: MrzRange): string => text.slice(from, to);

/**
 * Returns true when the check digit is correct. A filler in place of the digit is correct when the covered columns are empty.
 */
const isCheckDigitRight = (text: string, { over, at }: MrzCheckDigit): boolean => {
  const covered = over.map((span) => textOfMrzRange(text, span)).join('');
  const digit = text.charAt(at);
  return digit === mrzCheckDigit(covered) || (digit === '<' && /^<*$/.test(covered));
};

export const failedMrzChecks = (kind: MrzKind, text: string): readonly MrzCheckDigit['of'][] =>
  MRZ_LAYOUTS[kind].checks.flatMap((check) => (isCheckDigitRight(text, check) ? [] : [check.of]));

/** Returns the machine-readable lines joined to one text, with their format; null for any other text. */
export function parseMrzLines(text: string): { readonly kind: MrzKind; readonly lines: string } | null {
  const lines = text.toUpperCase().replace(/\s+/g, '');
  if (!/^[A-Z0-9<]+$/.test(lines)) return null;
  if (lines.length === 90 && /^[ACI]/.test(lines)) return { kind: 'TD1', lines };
  return lines.length === 88 && lines.startsWith('P') ? { kind: 'TD3', lines } : null;
}
