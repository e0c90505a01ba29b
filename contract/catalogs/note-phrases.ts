import type * as z from 'zod/mini';
import { NOTE_PHRASES_MAX, NOTE_PHRASE_MAX_LENGTH } from '../limits.ts';
import { NOTE_LABELS, NOTE_TYPES } from '../vocabulary.ts';
import { defineCatalog } from './catalog.ts';
import { defineChoiceField, defineRequiredLineField } from './fields.ts';

/** Phrases that doctors insert into notes. Every doctor's tablet stores all of them, so their number is limited. */
export const notePhrases = defineCatalog({
  key: 'note_phrases',
  calls: { one: 'NotePhrase', many: 'NotePhrases' },
  path: '/note-phrases',
  page: 'phrases',
  param: 'phraseId',
  icon: 'pen',
  read: ['manage_evaluations', 'manage_catalogs'],
  write: 'manage_catalogs',
  isOurs: true,
  max: NOTE_PHRASES_MAX,
  noun: { gender: 'f', one: 'frase', many: 'frases' },
  texts: { title: 'Frases', create: 'Nueva frase', searchFor: 'Palabras de la frase' },
  copy: { for: 'doctors', code: 'note_type' },
  fields: {
    note_type: defineChoiceField(NOTE_TYPES, 'Elige en qué texto va.', {
      label: 'En qué texto va',
      labels: NOTE_LABELS,
      isBelowName: true,
    }),
    /** The phrase has one line, because the app inserts it as a line of a note. */
    name: defineRequiredLineField('Escribe la frase.', {
      label: 'Frase',
      hint: 'Tal como debe quedar escrita. Sin datos de pacientes.',
      isWide: true,
      max: NOTE_PHRASE_MAX_LENGTH,
    }),
  },
});

export const NotePhrase = notePhrases.Item;
export type NotePhrase = z.infer<typeof NotePhrase>;

export const NotePhraseList = notePhrases.List;
