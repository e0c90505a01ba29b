import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { NOTE_TYPES, type NoteType } from '#contract/vocabulary.ts';
import { NOT_RECORDED_TEXT } from '../decisions.ts';
import { discloseNotes } from '../notes/disclosure.ts';
import { addNoteLine } from '../notes/note-lines.ts';
import { restrictionLine } from '../notes/restriction.ts';
import { SUBJECT_LINE_DEFINITIONS } from '../notes/subject-lines.ts';
import {
  emptyWorksheet,
  noteKey,
  worksheetText,
  setTextFromEarlierVisit,
  noteTextOf,
  setTextFromHelper,
} from './worksheet.ts';

/** Notes that the employer never reads. The concept states at most the programme and that a referral is needed. */
const SECRET_NOTE_TYPES: readonly NoteType[] = ['observaciones', 'sve', 'manejo_eps_arp'];
/** Random word that occurs only in notes that the employer never reads. */
const secretWordArbitrary = fc.stringMatching(/^[a-zñáéíóú]{5,12}$/).map((letters) => `zq${letters}`);
const printedNoteArbitrary = fc.constantFrom(
  'Apto',
  'Pausas activas cada dos horas.',
  'Sin restricciones',
  '',
);

interface GeneratedVisit {
  readonly secrets: readonly string[];
  readonly shown: string;
  readonly programme: number;
  readonly act: number;
}
const visitArbitrary = fc.record<GeneratedVisit>({
  secrets: fc.array(secretWordArbitrary, { minLength: 1, maxLength: 4 }),
  shown: printedNoteArbitrary,
  programme: fc.nat(),
  act: fc.nat(),
});

const notesOfVisit = ({ secrets, shown: said }: GeneratedVisit) =>
  NOTE_TYPES.map((type) => ({
    note_type: type,
    content: SECRET_NOTE_TYPES.includes(type) ? `Incluir en osteomuscular por ${secrets.join(' ')}` : said,
  }));

it('P10.195 the concept contains no word of a note that the employer never reads, whatever the doctor copies or adds with a helper form', () => {
  fc.assert(
    fc.property(visitArbitrary, (before) => {
      const last = notesOfVisit(before);
      const now = { exam_orders: [], notes: [] };
      let sheet = emptyWorksheet;
      for (const type of NOTE_TYPES) {
        const words = noteTextOf(last, type);
        if (words !== null)
          sheet = setTextFromEarlierVisit(sheet, now, noteKey(type), { words, day: '2026-03-12' });
        expect(worksheetText(sheet, now, noteKey(type)), type).toBe(words ?? '');
      }
      for (const type of ['sve', 'aptitud_tarea', 'restricciones'] as const) {
        const kind = SUBJECT_LINE_DEFINITIONS[type];
        const line = kind
          ? kind.write({
              subject: kind.subjects[before.programme % kind.subjects.length] ?? '',
              said: kind.says[before.act % kind.says.length] ?? '',
            })
          : restrictionLine({
              subject: 'Sin alturas',
              from: '2026-12-01',
              to: '2027-03-01',
              isPermanent: false,
            });
        sheet = setTextFromHelper(
          sheet,
          now,
          noteKey(type),
          addNoteLine(type, worksheetText(sheet, now, noteKey(type)), line),
        );
      }
      const told = discloseNotes((type) => worksheetText(sheet, now, noteKey(type)), null);
      expect(JSON.stringify(told)).not.toContain('zq');
      expect(told.restrictions).toContain('Sin alturas, del 1 dic 2026 al 1 mar 2027.');
      expect(told.surveillance).toBe(NOT_RECORDED_TEXT);
    }),
  );
});
