import { describe, expect, it } from 'vitest';
import { mayDiscloseFinding, markPossibleFindings } from './leaks.ts';

const leakedTexts = (text: string): string[] =>
  markPossibleFindings(text).flatMap((piece) => (piece.isLeak ? [piece.text] : []));

describe('P10.9 text for the employer that names a finding', () => {
  it.each([
    ['Control de hipertensión por su EPS', ['hipertensión']],
    ['HIPERTENSION e Hipoacusia', ['HIPERTENSION', 'Hipoacusia']],
    ['Apto. H90.3 bilateral, M54 y J459', ['H90.3', 'M54', 'J459']],
    ['Hernias L4-L5; obesa', ['Hernias', 'obesa']],
    ['TA 150/95mmHg, IMC 31', ['mmHg', 'IMC']],
    ['Síndrome del túnel del carpo', ['Síndrome', 'túnel del carpo']],
    ['Prueba de VIH negativa', ['VIH']],
    ['𝐀 asma', ['asma']],
    ['Diagnóstico: depresión', ['Diagnóstico', 'depresión']],
  ])('in the text %j, which the employer will read, the app marks the words %j', (text, named) => {
    expect(leakedTexts(text)).toEqual(named);
  });

  it('the app also marks words that name findings when their accents are separate combining characters', () => {
    expect(leakedTexts('hipertensión'.normalize('NFD'))).toEqual(['hipertensión']);
  });
});

describe('P10.9 text for the employer without a finding', () => {
  it.each([
    '',
    'Apta para el cargo, con recomendaciones.',
    'No manipular cargas superiores a 12,5 kg. Temporal: 90 días.',
    'Uso de respirador N95 y protección auditiva mayor de 85 dB.',
    'Suplemento de vitamina B12',
    'Pausas activas de 5 minutos cada 2 horas. Mantener actividad física regular y alimentación balanceada.',
    'Requiere valoración por EPS/ARL',
    'Apta para trabajo en alturas A1, licencia C2, Urgencias 123',
    'Vive en Chivihuara; plasma',
  ])('the app marks nothing in the text %j, which the employer will read', (text) => {
    expect(mayDiscloseFinding(text)).toBe(false);
  });
});

it('P10.9 the app splits a text for the employer into marked and unmarked parts, which together are the whole text', () => {
  const text = 'Ñandú con hipertensión (I10) y rinitis.';
  expect(
    markPossibleFindings(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
