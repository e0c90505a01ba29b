import { describe, expect, it } from 'vitest';
import { VERDICT_CLASSES } from '#contract/vocabulary.ts';
import { readFragment, sealedText, writeFragment, writePayload } from './seal.ts';
import { documentEnding, maskedName } from './stranger.ts';

const FACTS = {
  number: 'BOG-2026-000123',
  day: '2026-03-05',
  ending: '017',
  verdict: 'apto_recomendaciones',
  fingerprint: '9aaf0a512f1c',
} as const;
const SIGNATURE = 'A_-9'.repeat(21) + 'xy';

describe('P10.114 what a QR says', () => {
  it.each(VERDICT_CLASSES)('is read as it was written: %s', (verdict) => {
    const facts = { ...FACTS, verdict };
    const payload = writePayload(facts);
    expect(readFragment(`#${writeFragment(payload, SIGNATURE)}`)).toEqual({
      facts,
      payload,
      signature: SIGNATURE,
    });
  });

  it('stays as it is on papers that were printed', () => {
    expect(writePayload(FACTS)).toBe('BOG-2026-000123~20260305~017~2~9aaf0a512f1c');
    expect(sealedText('7KQ29M4XHJ3T', 'x')).toBe('ventanilla document v1~7KQ29M4XHJ3T~x');
  });

  it.each([
    '',
    '#',
    'BOG-2026-000123~20260305~017~2~9aaf0a512f1c',
    `${writePayload(FACTS)}.${SIGNATURE}x`,
    `${writePayload(FACTS)}.${SIGNATURE.slice(1)}`,
    `${writePayload(FACTS).replace('~2~', '~9~')}.${SIGNATURE}`,
    `<b>~20260305~017~2~9aaf0a512f1c.${SIGNATURE}`,
    'x'.repeat(100_000),
  ])('nothing else is read (%#)', (fragment) => {
    expect(readFragment(fragment)).toBeNull();
  });
});

describe('P10.112 what a stranger is told of a person', () => {
  it('is one letter of each name, however long, and the end of the document', () => {
    const person = {
      first_name: ' ñandú',
      last_name: 'de la Cruz Gil',
      identification_number: '9.999.000.017',
    };
    expect([maskedName(person), documentEnding(person)]).toEqual(['Ñ*** D***', '017']);
    expect(documentEnding({ identification_number: 'ab 1' })).toBe('AB1');
    expect(documentEnding({ identification_number: 'ññ7' })).toBe('7');
  });
});
