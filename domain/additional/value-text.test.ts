import { describe, expect, it } from 'vitest';
import type { AdditionalKind } from '#contract/records/evaluation/additional-values.ts';
import { additionalValueText } from './value-text.ts';

describe('P10.343 `additionalValueText`', () => {
  it.each<[AdditionalKind, string, string]>([
    ['text', '310 123 4567', '310 123 4567'],
    ['choice', 'Nueva EPS', 'Nueva EPS'],
    ['number', '12.5', '12,5'],
    ['number', '-3', '-3'],
    ['date', '1990-05-12', '12/05/1990'],
    ['yes_no', 'yes', 'Sí'],
    ['yes_no', 'no', 'No'],
  ])('P10.343 formats a value of the kind %s as users read it: %s', (kind, value, text) => {
    expect(additionalValueText(kind, value)).toBe(text);
  });

  it.each<[AdditionalKind, string]>([
    ['date', 'mañana'],
    ['yes_no', 'quizás'],
  ])('P10.343 returns a value unchanged that does not fit the kind %s', (kind, value) => {
    expect(additionalValueText(kind, value)).toBe(value);
  });
});
