import { describe, expect, it } from 'vitest';
import { NOT_RECORDED, PROGRAMME_NAMES, discloseNotes, surveillanceOf } from './disclosure.ts';
import { SUBJECT_KINDS, type SubjectKind } from './subject-lines.ts';

const sve = SUBJECT_KINDS.sve as SubjectKind;
const tasks = SUBJECT_KINDS.aptitud_tarea as SubjectKind;

describe('P10.190 lines that say one thing each', () => {
  it('P10.190 whatever is written of a programme or a task is read as a row again', () => {
    for (const kind of [sve, tasks])
      for (const subject of kind.subjects)
        for (const said of kind.says) {
          const line = kind.write({ subject, said });
          expect(kind.read(line), line).toEqual({ subject, said });
          expect(kind.read(` ${line.slice(0, -1).toUpperCase()}`.trim()), line).toMatchObject({ said });
        }
  });

  it('P10.190 they are plain Spanish', () => {
    expect(sve.write({ subject: 'osteomuscular', said: 'Ingresa' })).toBe('Ingresa al SVE osteomuscular.');
    expect(sve.write({ subject: 'voz', said: 'Continúa' })).toBe('Continúa en el SVE de la voz.');
    expect(tasks.write({ subject: ' trabajo en alturas. ', said: 'No apto' })).toBe(
      'Trabajo en alturas: no apto.',
    );
    expect(tasks.read('Manipulación de alimentos: apta')).toEqual({
      subject: 'Manipulación de alimentos',
      said: 'Apto',
    });
  });

  it.each(['', 'No aplica', 'Apto', 'Trabajo en alturas: apto si usa arnés.', 'Incluir en SVE auditivo.'])(
    'P10.190 %j is a text like any other',
    (line) => {
      expect(sve.read(line)).toBeNull();
      expect(tasks.read(line)).toBeNull();
    },
  );

  it('P10.190 the employer reads the name of a programme that one is in, and none of those left', () => {
    for (const programme of PROGRAMME_NAMES) {
      expect(surveillanceOf(sve.write({ subject: programme, said: 'Ingresa' }))).toBe(programme);
      expect(surveillanceOf(sve.write({ subject: programme, said: 'Continúa' }))).toBe(programme);
      expect(surveillanceOf(sve.write({ subject: programme, said: 'Egresa' }))).toBe('No');
    }
    const all = PROGRAMME_NAMES.map((subject, nth) =>
      sve.write({ subject, said: nth % 2 === 0 ? 'Egresa' : 'Ingresa' }),
    );
    expect(surveillanceOf(all.join('\n'))).toBe(PROGRAMME_NAMES.filter((_, nth) => nth % 2 === 1).join(', '));
  });

  it('P10.190 a row tells the employer nothing of any other note', () => {
    const line = sve.write({ subject: 'auditivo', said: 'Ingresa' });
    const { surveillance, ...others } = discloseNotes((type) => (type === 'sve' ? line : ''));
    expect(surveillance).toBe('auditivo');
    expect(new Set(Object.values(others))).toEqual(new Set([NOT_RECORDED]));
  });
});
