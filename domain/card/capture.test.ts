import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCardholder } from '#tests/support/cards/any-cardholder.ts';
import {
  ANA_CARDHOLDER,
  asBytes,
  cardCodeText,
  inHex,
  collapsePadding,
  removePadding,
  createTd1Lines,
  createTd3Lines,
} from '#tests/support/cards/invented-card.ts';
import { extractCardText, hasAllCardCharacters, decodeLatin1, appendCardPiece } from './capture.ts';

const CARD_TEXT_TRANSFORMS: Readonly<Record<string, (text: string) => string>> = {
  'NULs kept': (text) => text,
  'NULs shortened': collapsePadding,
  'NULs stripped': removePadding,
  'NULs as 0x12': (text) => text.replaceAll('\0', '\u0012'),
  'NULs as blanks': (text) => text.replaceAll('\0', ' '),
  'in hex': inHex,
  'in small hex': (text) => inHex(text).toLowerCase(),
  'behind a symbology prefix': (text) => `]L0${text}`,
  'in UTF-8': (text) => decodeLatin1(new TextEncoder().encode(text)),
};

const CARD_TEXT_MAX_LENGTH = 160;

describe.each(Object.entries(CARD_TEXT_TRANSFORMS))(
  'D6 text extracted from the barcode of a card %s',
  (_name, form) => {
    it("the text extracted from a card's barcode ends after the birth date, whatever fingerprint data follow", () => {
      fc.assert(
        fc.property(arbitraryCardholder, fc.nat(), (holder, seed) => {
          const text = extractCardText(form(cardCodeText(holder, seed)));
          const again = extractCardText(form(cardCodeText({ ...holder, bloodGroup: 'B-' }, seed + 1)));
          expect(text).toBe(again);
          expect(text?.endsWith(holder.birth_date.replaceAll('-', ''))).toBe(true);
          expect(text?.length).toBeLessThanOrEqual(CARD_TEXT_MAX_LENGTH);
        }),
        { numRuns: 25 },
      );
    });

    it('when the data of a card arrive in pieces, the app keeps the characters only up to the birth date', () => {
      fc.assert(
        fc.property(arbitraryCardholder, fc.integer({ min: 1, max: 64 }), (holder, size) => {
          const raw = form(cardCodeText(holder));
          let kept = '';
          for (let at = 0; at < raw.length; at += size)
            kept = appendCardPiece(kept, raw.slice(at, at + size));
          expect(extractCardText(kept)).toBe(extractCardText(raw));
          expect(raw.startsWith(kept)).toBe(true);
          expect(extractCardText(kept.slice(0, -1)), 'one character less is not yet a person').toBeNull();
        }),
        { numRuns: 8 },
      );
    });
  },
);

it('D6 the app extracts no person from an unreadable card code, and keeps at most 176 characters of what the reader sent', () => {
  const spoilt = cardCodeText(ANA_CARDHOLDER).replace('19900512', '1990-5-12');
  expect(extractCardText(spoilt)).toBeNull();
  expect(appendCardPiece('', spoilt.repeat(10)).length).toBeLessThanOrEqual(176);
  expect(hasAllCardCharacters(appendCardPiece('', spoilt))).toBe(true);
});

it('D6 the app keeps at most 353 characters of the bytes that a card reader sends, and extracts at most 176 of them as card text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      const text = decodeLatin1(bytes);
      expect(extractCardText(text)?.length ?? 0).toBeLessThanOrEqual(176);
      expect(appendCardPiece('', text).length).toBeLessThanOrEqual(353);
    }),
  );
});

it('D6 the text of a newer card or passport contains all machine-readable lines, with or without line ends', () => {
  for (const lines of [createTd1Lines(ANA_CARDHOLDER), createTd3Lines(ANA_CARDHOLDER)])
    for (const end of ['', '\n', '\r\n'])
      expect(extractCardText(`${lines.join(end)}${end}rest`)).toBe(lines.join(end));
});

it('P10.31 the card capture accepts text as machine-readable lines only if the text contains both fillers (<) and digits', () => {
  for (const letter of ['P', 'A', 'C', 'I'])
    for (const rest of ['x'.repeat(300), 'X9'.repeat(150), '<'.repeat(100)])
      expect(extractCardText(letter + rest)).toBeNull();
});

it('D6 the app decodes the bytes from a card reader as Latin-1', () => {
  expect(decodeLatin1(asBytes(cardCodeText(ANA_CARDHOLDER)))).toBe(cardCodeText(ANA_CARDHOLDER));
  expect(decodeLatin1(Uint8Array.of(0, 0xd1, 0xff))).toBe('\0Ñ\u00ff');
});

/** Files that read data from a card reader. They export no text that continues after the birth date. */
const CAPTURE_FILES_PATTERN =
  /domain\/card\/(capture|key-burst)\.ts$|reception\/card\/.*\/(read-code|read-port)\.ts$/;
const RAW_TEXT_CALL_PATTERN = /\.getText\(|\.getRawBytes\(|latin1\(|takeIn\(/;

it('D6 only the source files for the capture of cards call the functions that return raw card data, fingerprints included', () => {
  const root = path.join(import.meta.dirname, '../..');
  const sources = ['contract', 'domain', 'src', 'sw', 'server'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => path.join(folder, name)),
  );
  expect(sources.filter((file) => CAPTURE_FILES_PATTERN.test(file)).length).toBeGreaterThan(0);
  const astray = sources.filter(
    (file) =>
      !CAPTURE_FILES_PATTERN.test(file) &&
      RAW_TEXT_CALL_PATTERN.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(astray).toEqual([]);
});
