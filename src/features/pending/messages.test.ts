import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { ItemKind, ItemState } from '#domain/outbox/item.ts';
import { emptyRegistration } from '#domain/registration.ts';
import type { EntryView, ItemView } from '#storage/outbox/entries.ts';
import {
  discardedItemTexts,
  emptyQueueMessage,
  heldBackItemText,
  itemMessage,
  nextAttemptText,
  pendingListTitle,
  screenReaderSummary,
  entrySubject,
} from './messages.ts';

const NOW = Date.parse('2026-11-21T11:51:00Z');
const upConnection: ConnectionState = { name: 'up', since: 0 };
const downConnection: Extract<ConnectionState, { name: 'down' }> = {
  name: 'down',
  since: NOW - 9 * 60_000,
  cause: 'no_answer',
  failures: 3,
  nextProbeAt: NOW + 17_400,
};

const createItemView = (kind: ItemKind, state: ItemState, patch: Partial<ItemView> = {}): ItemView => ({
  id: kind,
  entryId: 'e',
  ownerId: 'o',
  branchId: 'b',
  kind,
  key: 'k',
  attempts: 2,
  state,
  blocked: false,
  ...patch,
});

const createEntryView = (...items: ItemView[]): EntryView => ({
  id: 'e',
  branchId: 'b',
  capturedAt: NOW,
  standing: 'on_its_way',
  kind: 'registration',
  target: null,
  corrects: null,
  turn: null,
  summary: {
    patientName: 'Ana Gil',
    identification_type: 'CC',
    identification_number: '9999000017',
    labels: { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null },
    form: emptyRegistration,
    linked: null,
  },
  items,
});

describe('S17 text about the next attempt', () => {
  it('the text about the next attempt gives the seconds until the next attempt', () =>
    expect(nextAttemptText(downConnection, NOW)).toBe('Se intenta solo; próximo intento en 18 s.'));

  it("the text about the next attempt says 'ahora' when the attempt is due", () =>
    expect(nextAttemptText({ ...downConnection, nextProbeAt: NOW - 1 }, NOW)).toContain(
      'próximo intento ahora.',
    ));
});

const sampleRejection = {
  status: 400,
  code: 'validation_failed',
  message: 'la empresa está inactiva',
  details: [],
};
const ITEM_MESSAGE_CASES: readonly [ItemView, ConnectionState, string, string][] = [
  [createItemView('evaluation', { name: 'queued' }), upConnection, 'warn', 'Evaluación: por enviar'],
  [
    createItemView('photo', { name: 'queued' }, { blocked: true }),
    upConnection,
    'mute',
    'Foto: espera a la evaluación',
  ],
  [createItemView('signature', { name: 'sending', since: 0 }), upConnection, 'info', 'Firma: enviando…'],
  [
    createItemView('signature', { name: 'waiting', since: 0, until: NOW + 17_400, cause: 'timeout' }),
    upConnection,
    'warn',
    'Firma: el envío tardó demasiado, intento 3, en 18 s',
  ],
  [
    createItemView('evaluation', { name: 'waiting', since: 0, until: NOW + 5_000, cause: 'busy' }),
    upConnection,
    'warn',
    'Evaluación: el servidor está ocupado, intento 3, en 5 s',
  ],
  [
    createItemView('photo', { name: 'waiting', since: 0, until: NOW + 5_000, cause: 'failing' }),
    upConnection,
    'warn',
    'Foto: el servidor tiene un problema, intento 3, en 5 s',
  ],
  [
    createItemView('photo', { name: 'waiting', since: 0, until: NOW + 5_000, cause: 'portal' }),
    upConnection,
    'warn',
    'Foto: otra cosa contestó en lugar del servidor, intento 3, en 5 s',
  ],
  [
    createItemView(
      'photo',
      { name: 'waiting', since: 0, until: NOW + 5_000, cause: 'portal' },
      { attempts: 3 },
    ),
    upConnection,
    'warn',
    'Foto: algo contesta en lugar del servidor, intento 4, en 5 s',
  ],
  [
    createItemView('evaluation', { name: 'waiting', since: 0, until: NOW + 5_000, cause: 'no_answer' }),
    downConnection,
    'warn',
    'Evaluación: en espera · 2 intentos',
  ],
  [
    createItemView('evaluation', {
      name: 'attention',
      since: 0,
      correctable: true,
      refusal: sampleRejection,
    }),
    upConnection,
    'bad',
    'Evaluación: la empresa está inactiva',
  ],
  [
    createItemView('evaluation', {
      name: 'attention',
      since: 0,
      correctable: true,
      refusal: {
        ...sampleRejection,
        details: [
          { field: 'a', message: 'Uno' },
          { field: 'b', message: 'Dos' },
        ],
      },
    }),
    upConnection,
    'bad',
    'Evaluación: requiere corrección',
  ],
  [
    createItemView('evaluation', { name: 'delivered', at: 0, remoteId: 'a1b2c3d4-0' }),
    upConnection,
    'ok',
    'Evaluación enviada',
  ],
  [createItemView('photo', { name: 'delivered', at: 0, remoteId: 'x' }), upConnection, 'ok', 'Foto subida'],
];

describe('S10 text of an item', () => {
  it.each(ITEM_MESSAGE_CASES)(
    'the text of item %# shows its state, its cause and, if planned, its next attempt',
    (given, link, kind, text) =>
      expect(itemMessage(given, { link, now: NOW, isHeld: false })).toEqual({ kind, text }),
  );
});

it('P8.7 the text of a rejection without a message is that of the base contract', () => {
  const silent = {
    name: 'attention',
    since: 0,
    correctable: true,
    refusal: { ...sampleRejection, message: '' },
  } as const;
  const textFor = (kind: ItemKind) =>
    itemMessage(createItemView(kind, silent), { link: upConnection, now: NOW, isHeld: false }).text;
  expect(textFor('evaluation')).toBe('Evaluación: No se pudo crear la evaluación. Intenta nuevamente. (400)');
  expect(textFor('photo')).toBe('Foto: No se pudo subir el archivo. Intenta nuevamente. (400)');
});

it('S12 the page shows a single text when several items wait for the evaluation', () => {
  const [photo, signature] = [
    createItemView('photo', { name: 'queued' }),
    createItemView('signature', { name: 'queued' }),
  ];
  expect(heldBackItemText([photo, signature])).toBe('Foto y firma: esperan a la evaluación');
  expect(heldBackItemText([signature])).toBe('Firma: espera a la evaluación');
});

describe('S10 attachment of a doctor', () => {
  const attachment: EntryView = {
    ...createEntryView(createItemView('attachment', { name: 'queued' })),
    kind: 'attachment',
    target: { evaluationId: 'v', examOrderId: 'o' },
    summary: {
      patientName: 'Ana Gil',
      identification_type: 'CC',
      identification_number: '9999000017',
      examName: 'Audiometría',
      fileName: 'audio.pdf',
    },
  };

  it.each<[ItemState, string]>([
    [{ name: 'queued' }, 'Archivo: por enviar'],
    [{ name: 'sending', since: 0 }, 'Archivo: enviando…'],
    [{ name: 'delivered', at: 0, remoteId: 'x' }, 'Archivo subido'],
  ])("the text of a doctor's attachment shows its state: %j", (state, text) => {
    expect(
      itemMessage(createItemView('attachment', state), { link: upConnection, now: NOW, isHeld: false }).text,
    ).toBe(text);
  });

  it('S10 the texts about an attachment, also in the list of data that discarding deletes, name the file and the exam', () => {
    expect(entrySubject(attachment)).toBe('audio.pdf · Audiometría');
    expect(discardedItemTexts(attachment)).toEqual(['El archivo (audio.pdf · Audiometría)']);
  });
});

describe('S10 losses of discarding an entry', () => {
  const queued: ItemState = { name: 'queued' };
  it('the list of losses contains all items when the server has none of them', () =>
    expect(
      discardedItemTexts(
        createEntryView(
          createItemView('evaluation', queued),
          createItemView('photo', queued),
          createItemView('signature', queued),
        ),
      ),
    ).toEqual(['La evaluación (Ingreso · Flores)', 'La fotografía', 'La firma']));

  it('the list of losses omits the items that the server has', () =>
    expect(
      discardedItemTexts(
        createEntryView(
          createItemView('evaluation', { name: 'delivered', at: 0, remoteId: 'x' }),
          createItemView('signature', queued),
        ),
      ),
    ).toEqual(['La firma']));
});

it('S10 the text of an empty outbox does not claim that everything arrived when an entry was discarded', () => {
  const count = { registered: 3, confirmed: 3, onTheirWay: 0, attention: 0, discarded: 0, handedOver: 0 };
  expect(emptyQueueMessage(count).text).toBe('Llegó todo lo que registraste en esta jornada.');
  const discarded = { ...count, confirmed: 2, discarded: 1 };
  expect(emptyQueueMessage(discarded)).toEqual({
    title: 'Nada por enviar',
    text: 'De lo que tú registraste en esta jornada, 1 evaluación se descartó y no llegó completa al servidor.',
  });
  expect(screenReaderSummary(discarded)).toBe('Nada por enviar.');
});

it('S10 the summary for screen readers gives the counts in one short sentence', () => {
  const count = { registered: 9, confirmed: 6, onTheirWay: 2, attention: 1, discarded: 0, handedOver: 0 };
  expect(screenReaderSummary(count)).toBe('2 por enviar, 1 requiere atención.');
  expect(screenReaderSummary({ ...count, onTheirWay: 0, attention: 0 })).toBe('Todo enviado.');
});

describe('P10.56 consistency of the texts', () => {
  const count = { registered: 2, confirmed: 1, onTheirWay: 0, attention: 1, discarded: 0, handedOver: 0 };

  it('the title of the pending list distinguishes entries that need a user from entries that are sent automatically', () => {
    expect(pendingListTitle(count)).toBe('Por resolver');
    expect(pendingListTitle({ ...count, onTheirWay: 1, attention: 0 })).toBe('Por enviar');
    expect(pendingListTitle({ ...count, onTheirWay: 1 })).toBe('Por enviar y por resolver');
  });

  it("the texts of an empty outbox claim neither that registrations arrived when there were none, nor that colleagues' entries were sent", () => {
    const none = { ...count, registered: 0, confirmed: 0, attention: 0 };
    expect(emptyQueueMessage(none)).toEqual({
      title: 'Nada por enviar',
      text: 'En esta jornada todavía no has registrado a nadie.',
    });
    expect(screenReaderSummary({ ...count, attention: 0 }, true)).toBe('Todo lo tuyo, enviado.');
  });

  it('the text of an item mentions a next attempt only when one is planned, and a correction only when one is possible', () => {
    const waits = createItemView('evaluation', {
      name: 'waiting',
      since: 0,
      until: NOW + 5_000,
      cause: 'busy',
    });
    expect(itemMessage(waits, { link: upConnection, now: NOW, isHeld: true }).text).toBe(
      'Evaluación: en espera · 2 intentos',
    );
    const told = { ...sampleRejection, status: 403, message: 'x'.repeat(80) };
    const refused = createItemView('evaluation', {
      name: 'attention',
      since: 0,
      correctable: false,
      refusal: told,
    });
    expect(itemMessage(refused, { link: upConnection, now: NOW, isHeld: false }).text).toBe(
      'Evaluación: requiere atención',
    );
  });
});
