import { describe, expect, it } from 'vitest';
import { addNoteLine, removeNoteLine, replaceNoteLine, normalizeLineSubject } from './note-lines.ts';

describe('P10.189 line that a helper form writes into a note', () => {
  it.each([
    ['', 'Sin alturas.', 'Sin alturas.'],
    [' \n', 'Sin alturas.', 'Sin alturas.'],
    ['Usa gafas.', 'Sin alturas.', 'Usa gafas.\nSin alturas.'],
    ['Usa gafas.\n\n', 'Sin alturas.', 'Usa gafas.\nSin alturas.'],
    ['Usa gafas.\n Sin alturas. ', 'Sin alturas.', 'Usa gafas.\n Sin alturas. '],
    ['Sin restricciones', 'Sin alturas.', 'Sin alturas.'],
    ['Sin restricciones\nUsa gafas.', 'Sin alturas.', 'Usa gafas.\nSin alturas.'],
    ['Usa gafas. Sin restricciones', 'Sin alturas.', 'Usa gafas. Sin restricciones\nSin alturas.'],
  ])('P10.189 the helper form adds a line to a note: %j and %j give %j', (text, line, written) => {
    expect(addNoteLine('restricciones', text, line)).toBe(written);
  });

  it("P10.189 a line from the helper form is added below the verdict in the note 'concepto' and does not replace the verdict", () => {
    expect(addNoteLine('concepto', 'Apto', 'Para el cargo de auxiliar.')).toBe(
      'Apto\nPara el cargo de auxiliar.',
    );
  });

  it("P10.189 the helper form leaves the doctor's own text unchanged when it removes or replaces a line in the note", () => {
    const typed = 'Usa gafas.  \nSin alturas.\n\n  Revisar en marzo.';
    expect(removeNoteLine(typed, 'Sin alturas.')).toBe('Usa gafas.  \n\n  Revisar en marzo.');
    expect(replaceNoteLine(typed, 'Sin alturas.', 'Otra.')).toBe(
      'Usa gafas.  \nOtra.\n\n  Revisar en marzo.',
    );
    expect(replaceNoteLine('Una.\nOtra.', 'Una.', 'Otra.'), 'it stands there once').toBe('Otra.');
    expect(removeNoteLine(typed, 'No está.')).toBe(typed);
  });

  it.each([
    ['  sin\ttrabajo \n en alturas. ', 'Sin trabajo en alturas'],
    ['élite;', 'Élite'],
    [' . ', ''],
  ])('P10.189 the helper form normalizes the subject %j of a note line to %j', (subject, written) => {
    expect(normalizeLineSubject(subject)).toBe(written);
  });
});
