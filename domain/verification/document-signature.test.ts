import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERDICT_CLASSES } from '#contract/vocabulary.ts';
import {
  parseQrFragment,
  documentTextToSign,
  formatQrFragment,
  encodeDocumentFacts,
} from './document-signature.ts';
import { NO_SURNAME } from '../patient/name.ts';
import { lastDocumentCharacters, maskedName } from './masked-name.ts';

const FACTS = {
  number: 'BOG-2026-000123',
  day: '2026-03-05',
  ending: '017',
  verdict: 'apto_recomendaciones',
  fingerprint: '9aaf0a512f1c',
  patient: 'Ñ*** Á***',
} as const;
const FIRST_VERSION = 'BOG-2026-000123~20260305~017~2~9aaf0a512f1c';
const SECOND_VERSION = 'BOG-2026-000123~0305~017~2~9aaf0a512f1c~d1-c1';
const SIGNATURE = 'A_-9'.repeat(21) + 'xy';

describe('P10.114 signed payload in the QR code of a document', () => {
  it.each(VERDICT_CLASSES)('a payload with the aptitude class %s is parsed back unchanged', (verdict) => {
    const facts = { ...FACTS, verdict };
    const payload = encodeDocumentFacts(facts);
    expect(parseQrFragment(`#${formatQrFragment(payload, SIGNATURE)}`)).toEqual({
      facts: { ...facts, version: 2 },
      payload,
      signature: SIGNATURE,
    });
  });

  it('P10.267 the text to sign keeps the format in which clinics have already printed documents', () => {
    expect(encodeDocumentFacts(FACTS)).toBe(SECOND_VERSION);
    expect(documentTextToSign('7KQ29M4XHJ3T', encodeDocumentFacts(FACTS))).toBe(
      `ventanilla document v2~7KQ29M4XHJ3T~${SECOND_VERSION}`,
    );
    expect(documentTextToSign('7KQ29M4XHJ3T', FIRST_VERSION)).toBe(
      `ventanilla document v1~7KQ29M4XHJ3T~${FIRST_VERSION}`,
    );
  });

  it('P10.267 the aptitude class in a payload of version 1 is ignored', () => {
    const { verdict: _class, patient: _name, ...facts } = FACTS;
    expect(parseQrFragment(`#${formatQrFragment(FIRST_VERSION, SIGNATURE)}`)?.facts).toEqual({
      ...facts,
      version: 1,
    });
  });

  it('P10.267 the masked name of any patient stays the same when it is written into a web address and read again', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(name, name, (first, last) => {
        const patient = maskedName({ first_name: first, last_name: last, identification_number: '' });
        const fragment = `#${formatQrFragment(encodeDocumentFacts({ ...FACTS, patient }), SIGNATURE)}`;
        expect(new URL(fragment, 'https://clinica.test/v/x').hash).toBe(fragment);
        expect(parseQrFragment(fragment)?.facts).toMatchObject({ version: 2, patient });
      }),
    );
  });

  it.each([
    '',
    '#',
    FIRST_VERSION,
    `${FIRST_VERSION}.${SIGNATURE}x`,
    `${FIRST_VERSION}.${SIGNATURE.slice(1)}`,
    `${FIRST_VERSION.replace('~2~', '~9~')}.${SIGNATURE}`,
    `${FIRST_VERSION}~d1-c1.${SIGNATURE}`,
    `${SECOND_VERSION.replace('~d1-c1', '')}.${SIGNATURE}`,
    `${SECOND_VERSION.replace('d1-c1', 'd1')}.${SIGNATURE}`,
    `${SECOND_VERSION.replace('d1-c1', 'd1-110000')}.${SIGNATURE}`,
    `${SECOND_VERSION.replace('d1-c1', 'D1-41')}.${SIGNATURE}`,
    `<b>~20260305~017~2~9aaf0a512f1c.${SIGNATURE}`,
    'x'.repeat(100_000),
  ])('a text that is not a payload is rejected (case %#)', (fragment) => {
    expect(parseQrFragment(fragment)).toBeNull();
  });
});

describe('P10.112 masked name and document number of a patient', () => {
  it('the masked name shows one letter of each name; the masked document number shows only its last characters', () => {
    const person = {
      first_name: ' ñandú',
      last_name: 'de la Cruz Gil',
      identification_number: '9.999.000.017',
    };
    expect([maskedName(person), lastDocumentCharacters(person)]).toEqual(['Ñ*** D***', '017']);
    const without = { ...person, last_name: NO_SURNAME };
    expect(maskedName({ ...without, middle_name: 'Kumar' })).toBe('Ñ*** K***');
    expect(maskedName(without)).toBe('Ñ*** Ñ***');
    expect(lastDocumentCharacters({ identification_number: 'ab 1' })).toBe('AB1');
    expect(lastDocumentCharacters({ identification_number: 'ññ7' })).toBe('7');
  });
});
