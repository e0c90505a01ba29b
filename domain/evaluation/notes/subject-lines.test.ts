import { describe, expect, it } from 'vitest';
import { DEFAULT_PROGRAMMES, NOT_RECORDED_TEXT } from '../decisions.ts';
import { discloseNotes } from './disclosure.ts';
import { SUBJECT_LINE_DEFINITIONS, type SubjectLineDefinition } from './subject-lines.ts';

const programmeLineDefinition = SUBJECT_LINE_DEFINITIONS.sve as SubjectLineDefinition;
const taskLineDefinition = SUBJECT_LINE_DEFINITIONS.aptitud_tarea as SubjectLineDefinition;

describe('P10.190 lines of a note, each about one programme or task', () => {
  it('P10.190 the line written for any programme or task is parsed back to the same subject and statement', () => {
    for (const kind of [programmeLineDefinition, taskLineDefinition])
      for (const subject of kind.subjects)
        for (const said of kind.says) {
          const line = kind.write({ subject, said });
          expect(kind.read(line), line).toEqual({ subject, said });
          expect(kind.read(` ${line.slice(0, -1).toUpperCase()}`.trim()), line).toMatchObject({ said });
        }
  });

  it('P10.190 the lines of programmes and tasks are plain Spanish sentences', () => {
    expect(programmeLineDefinition.write({ subject: 'osteomuscular', said: 'Ingresa' })).toBe(
      'Ingresa al SVE osteomuscular.',
    );
    expect(programmeLineDefinition.write({ subject: 'voz', said: 'Continúa' })).toBe(
      'Continúa en el SVE de la voz.',
    );
    expect(taskLineDefinition.write({ subject: ' trabajo en alturas. ', said: 'No apto' })).toBe(
      'Trabajo en alturas: no apto.',
    );
    expect(taskLineDefinition.read('Manipulación de alimentos: apta')).toEqual({
      subject: 'Manipulación de alimentos',
      said: 'Apto',
    });
  });

  it.each(['', 'No aplica', 'Apto', 'Trabajo en alturas: apto si usa arnés.', 'Incluir en SVE auditivo.'])(
    'P10.190 the ordinary text %j is parsed neither as a programme nor as a task',
    (line) => {
      expect(programmeLineDefinition.read(line)).toBeNull();
      expect(taskLineDefinition.read(line)).toBeNull();
    },
  );

  it.each(DEFAULT_PROGRAMMES)(
    "P10.190 the concept discloses nothing of a line about the programme %s that the helper form wrote into the note 'sve'",
    (subject) => {
      for (const said of programmeLineDefinition.says) {
        const disclosed = discloseNotes(
          (type) => (type === 'sve' ? programmeLineDefinition.write({ subject, said }) : ''),
          null,
        );
        expect(new Set(Object.values(disclosed))).toEqual(new Set([NOT_RECORDED_TEXT]));
      }
    },
  );
});
