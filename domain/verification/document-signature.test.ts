import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERDICT_CLASSES } from '#contract/vocabulary.ts';
import {
  parseQrFragment,
  documentTextToSign,
  formatQrFragment,
  encodeDocumentQrData,
} from './document-signature.ts';
import { NO_SURNAME } from '../patient/name.ts';
import { lastDocumentCharacters, maskedName } from './masked-name.ts';

const QR_DATA = {
  number: 'BOG-2026-000123',
  day: '2026-03-05',
  ending: '017',
  verdict: 'apto_recomendaciones',
  fingerprint: '9aaf0a512f1c',
  patient: 'Ñ*** Á***',
} as const;
const VERSION_1_PAYLOAD = 'BOG-2026-000123~20260305~017~2~9aaf0a512f1c';
const VERSION_2_PAYLOAD = 'BOG-2026-000123~0305~017~2~9aaf0a512f1c~d1-c1';
const SIGNATURE = 'A_-9'.repeat(21) + 'xy';

describe('P10.114 signed payload in the QR code of a document', () => {
  it.each(VERDICT_CLASSES)('a payload with the aptitude class %s is parsed back unchanged', (verdict) => {
    const facts = { ...QR_DATA, verdict };
    const payload = encodeDocumentQrData(facts);
    expect(parseQrFragment(`#${formatQrFragment(payload, SIGNATURE)}`)).toEqual({
      facts: { ...facts, version: 2 },
      payload,
      signature: SIGNATURE,
    });
  });

  it('P10.267 the text that the document signature covers keeps the format of the documents that clinics have already printed', () => {
    expect(encodeDocumentQrData(QR_DATA)).toBe(VERSION_2_PAYLOAD);
    expect(documentTextToSign('7KQ29M4XHJ3T', encodeDocumentQrData(QR_DATA))).toBe(
      `ventanilla document v2~7KQ29M4XHJ3T~${VERSION_2_PAYLOAD}`,
    );
    expect(documentTextToSign('7KQ29M4XHJ3T', VERSION_1_PAYLOAD)).toBe(
      `ventanilla document v1~7KQ29M4XHJ3T~${VERSION_1_PAYLOAD}`,
    );
  });

  it('P10.267 the aptitude class in a payload of version 1 is ignored', () => {
    const { verdict: _class, patient: _name, ...facts } = QR_DATA;
    expect(parseQrFragment(`#${formatQrFragment(VERSION_1_PAYLOAD, SIGNATURE)}`)?.facts).toEqual({
      ...facts,
      version: 1,
    });
  });

  it('P10.267 the masked name of any patient stays the same when it is written into a web address and read again', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(name, name, (first, last) => {
        const patient = maskedName({ first_name: first, last_name: last, identification_number: '' });
        const fragment = `#${formatQrFragment(encodeDocumentQrData({ ...QR_DATA, patient }), SIGNATURE)}`;
        expect(new URL(fragment, 'https://clinica.test/v/x').hash).toBe(fragment);
        expect(parseQrFragment(fragment)?.facts).toMatchObject({ version: 2, patient });
      }),
    );
  });

  it.each([
    '',
    '#',
    VERSION_1_PAYLOAD,
    `${VERSION_1_PAYLOAD}.${SIGNATURE}x`,
    `${VERSION_1_PAYLOAD}.${SIGNATURE.slice(1)}`,
    `${VERSION_1_PAYLOAD.replace('~2~', '~9~')}.${SIGNATURE}`,
    `${VERSION_1_PAYLOAD}~d1-c1.${SIGNATURE}`,
    `${VERSION_2_PAYLOAD.replace('~d1-c1', '')}.${SIGNATURE}`,
    `${VERSION_2_PAYLOAD.replace('d1-c1', 'd1')}.${SIGNATURE}`,
    `${VERSION_2_PAYLOAD.replace('d1-c1', 'd1-110000')}.${SIGNATURE}`,
    `${VERSION_2_PAYLOAD.replace('d1-c1', 'D1-41')}.${SIGNATURE}`,
    `<b>~20260305~017~2~9aaf0a512f1c.${SIGNATURE}`,
    'x'.repeat(100_000),
  ])('an address fragment that is not a well-formed signed payload is rejected (case %#)', (fragment) => {
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
