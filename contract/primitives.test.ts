import { describe, expect, it } from 'vitest';
import { optionalText, requiredPersonName, requiredLine } from './primitives.ts';
import { SaveNotesBody } from './records/evaluation/clinical.ts';

const TOO_MANY_MARKS_TEXT = 'Una letra tiene demasiados signos.';
const firstErrorMessage = (schema: ReturnType<typeof requiredLine>, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message ?? null;
const repeatCombiningMark = (count: number) => '\u0301'.repeat(count);

describe('P10.378 combining marks', () => {
  it.each([
    ['a required name', (text: string) => requiredPersonName('Falta', 100).safeParse(text)],
    ['a required text', (text: string) => requiredLine('Falta', 100).safeParse(text)],
    ['an optional text', (text: string) => optionalText(100).safeParse(text)],
    [
      "a doctor's note",
      (content: string) => SaveNotesBody.safeParse({ notes: [{ note_type: 'habitos', content }] }),
    ],
  ])(
    'the schema of %s rejects a letter with too many combining marks and accepts accents of any language',
    (_what, parse) => {
      for (const text of [
        `Zo${repeatCombiningMark(80)}e`,
        `Zo${repeatCombiningMark(6)}e`,
        `ñ${'\u0323\u0302'.repeat(3)}`,
      ])
        expect(parse(text).error?.issues.at(-1)?.message).toBe(TOO_MANY_MARKS_TEXT);
      for (const text of ['Íñigo Muñoz', 'Nguyễn Thị', 'ọ́ládélé', 'בְּרֵאשִׁ֖ית', 'မြွေ့', 'Ana 1️⃣'])
        expect([text, parse(text).success]).toEqual([text, true]);
    },
  );

  it('the schemas for names and texts join letters with separately typed accents before they check the length', () => {
    const typed = 'Íñigo Muñoz'.normalize('NFD');
    expect(requiredPersonName('Falta', 100).parse(typed)).toBe('Íñigo Muñoz');
    expect(optionalText(100).parse(typed)).toBe('Íñigo Muñoz');
    expect(
      firstErrorMessage(requiredLine('Falta', 11), typed),
      'the length is that of the composed text',
    ).toBeNull();
  });
});
