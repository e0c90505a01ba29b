import { NotePhraseBody } from '#contract/records/catalog-writes.ts';
import type { NotePhrase } from '#contract/records/catalogs.ts';
import { NOTE_PHRASE_MAX_LENGTH, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';
import { phraseCalls } from '#sync/administration/catalog-administration.ts';
import { createCatalog } from '../catalog-of.tsx';

const NOT_AVAILABLE = 'La frase seleccionada no está disponible con los filtros aplicados.';

/** Catalogue of the phrases that doctors can insert into notes; an extension of the base contract. */
export const phrases = createCatalog<NotePhrase, NotePhraseBody>({
  key: 'note_phrases',
  route: 'phrases',
  param: 'phraseId',
  needs: 'manage_catalogs',
  icon: 'pen',
  words: {
    title: 'Frases',
    it: 'esta frase',
    create: 'Nueva frase',
    edit: 'Editar frase',
    search: 'Buscar frase',
    searchFor: 'Palabras de la frase',
    none: 'No hay frases con los filtros seleccionados.',
    noneYet: 'Todavía no hay frases.',
    couldNotList: 'No se pudieron cargar las frases.',
    couldNotSave: 'No se pudo guardar la frase.',
    couldNotSwitch: 'No se pudo actualizar el estado de la frase.',
    couldNotRename: 'No se pudo guardar la frase.',
    couldNotLoad: 'No se pudo cargar la frase seleccionada.',
    notInPanel: NOT_AVAILABLE,
    notInForm: NOT_AVAILABLE,
    created: 'Frase creada.',
    saved: 'Frase actualizada.',
    active: 'Activa',
    inactive: 'Inactiva',
    activated: 'Frase activada.',
    deactivated: 'Frase desactivada.',
  },
  debounce: SEARCH_DEBOUNCE_MS.filter,
  keeps: null,
  calls: phraseCalls,
  body: NotePhraseBody,
  fields: [
    {
      type: 'choice',
      name: 'note_type',
      label: 'En qué texto va',
      options: NOTE_ORDER.map((type) => ({ value: type, label: NOTE_LABELS[type] })),
    },
    {
      type: 'text',
      name: 'name',
      label: 'Frase',
      hint: 'Tal como debe quedar escrita. Sin datos de pacientes.',
      required: true,
      wide: true,
      maxLength: NOTE_PHRASE_MAX_LENGTH,
    },
  ],
  valuesOf: (phrase) => ({ note_type: phrase?.note_type ?? '', name: phrase?.name ?? '' }),
  under: ({ note_type: type }) => NOTE_LABELS[type],
  columns: [],
});
