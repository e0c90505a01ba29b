import * as writes from '../records/catalog-writes.ts';
import * as catalogs from '../records/catalogs.ts';
import { type Route, idParams } from './route.ts';

const CATALOGS = ['manage_catalogs'] as const;
const changed = { params: idParams, status: 200, answer: catalogs.NotePhrase, ifMatch: true } as const;

export const phraseRoutes = {
  listNotePhrases: {
    method: 'GET',
    path: '/note-phrases',
    ours: true,
    access: ['manage_evaluations', 'manage_catalogs'],
    query: catalogs.ListQuery,
    status: 200,
    answer: catalogs.NotePhraseList,
    etag: true,
  },
  createNotePhrase: {
    method: 'POST',
    path: '/note-phrases',
    ours: true,
    access: CATALOGS,
    body: writes.NotePhraseBody,
    status: 201,
    answer: catalogs.NotePhrase,
  },
  replaceNotePhrase: {
    ...changed,
    method: 'PUT',
    path: '/note-phrases/:id',
    ours: true,
    access: CATALOGS,
    body: writes.NotePhraseBody,
  },
  setNotePhraseStatus: {
    ...changed,
    method: 'PATCH',
    path: '/note-phrases/:id/status',
    ours: true,
    access: CATALOGS,
    body: writes.StatusBody,
  },
} as const satisfies Record<string, Route>;
