import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { ItemState, WaitCause } from '#domain/outbox/item.ts';
import { emptyRegistration } from '#domain/registration.ts';
import type { ItemView, RegistrationEntry, RegistrationReceipt } from '#storage/outbox/entries.ts';
import { doneStateOf } from './done-state.ts';
import { doneMessage, rejectedMessage } from './done-messages.ts';
import { reasonsText } from './reasons-text.ts';

const up: ConnectionState = { name: 'up', since: 0 };
const down: ConnectionState = { name: 'down', since: 0, cause: 'no_answer', failures: 1, nextProbeAt: 1 };
const queued: ItemState = { name: 'queued' };
const sending: ItemState = { name: 'sending', since: 0 };
const waitingState: ItemState = { name: 'waiting', since: 0, until: 1, cause: 'busy' };
const delivered: ItemState = { name: 'delivered', at: 0, remoteId: 'x' };
const rejection = { status: 422, code: 'file_invalid', message: 'La firma está vacía.', details: [] };
const rejectedState: Extract<ItemState, { name: 'attention' }> = {
  name: 'attention',
  since: 0,
  correctable: true,
  refusal: rejection,
};

const summary = {
  patientName: 'Ana Gil',
  identification_type: 'CC',
  identification_number: '9999000017',
  labels: { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null },
  form: emptyRegistration,
  linked: null,
} as const;
const kinds = ['evaluation', 'photo', 'signature'] as const;
const entry = (...states: ItemState[]): RegistrationEntry => ({
  id: 'e',
  kind: 'registration',
  target: null,
  corrects: null,
  turn: null,
  branchId: 'b',
  capturedAt: 0,
  standing: 'on_its_way',
  summary,
  items: states.map((state, at) => ({ kind: kinds[at] ?? 'photo', state }) as ItemView),
});
const receipt = (outcome: RegistrationReceipt['outcome']): RegistrationReceipt => ({
  id: 'e',
  kind: 'registration',
  capturedAt: 0,
  settledAt: 0,
  outcome,
  evaluationId: null,
  turn: null,
  summary,
});

describe('P4.11 state of a confirmed registration', () => {
  it.each([
    ['saved', entry(queued, queued, queued), up],
    ['sending', entry(sending, queued, queued), up],
    ['waiting', entry(queued, queued, queued), down],
    ['waiting', entry(waitingState, queued, queued), up],
    ['created', entry(delivered, sending, queued), up],
    ['created', entry(delivered, waitingState, queued), up],
    ['created', entry(delivered, queued, queued), down],
    ['refused', entry(delivered, delivered, rejectedState), up],
    ['refused', entry(rejectedState, queued, queued), down],
  ] as const)(
    'a registration has the state %s for the item states and the connection of case %#',
    (name, given, link) =>
      expect(doneStateOf({ entry: given, receipt: null, link, gate: 'open' }).name).toBe(name),
  );

  it.each(['offline', 'expired'] as const)('S9 D2 an unsent entry waits while the session is %s', (gate) => {
    for (const link of [up, down])
      expect(doneStateOf({ entry: entry(queued, queued, queued), receipt: null, link, gate }).name).toBe(
        'held',
      );
    expect(doneStateOf({ entry: entry(delivered, queued, queued), receipt: null, link: up, gate }).name).toBe(
      'created',
    );
    expect(
      doneStateOf({ entry: entry(rejectedState, queued, queued), receipt: null, link: up, gate }).name,
    ).toBe('refused');
  });

  it('P8.7 the state of a rejected registration shows the message of the base contract when a rejection has no message', () => {
    const wordless: ItemState = {
      name: 'attention',
      since: 0,
      correctable: true,
      refusal: { ...rejection, message: '' },
    };
    const messageOf = (...states: ItemState[]) => {
      const state = doneStateOf({ entry: entry(...states), receipt: null, link: up, gate: 'open' });
      return state.name === 'refused' ? state.messages.join(' ') : null;
    };
    expect(messageOf(wordless, queued, queued)).toBe(
      'No se pudo crear la evaluación. Intenta nuevamente. (422)',
    );
    expect(messageOf(delivered, wordless, queued)).toBe(
      'No se pudo subir el archivo. Intenta nuevamente. (422)',
    );
    expect(messageOf(delivered, wordless, wordless)).toBe(
      'No se pudo subir el archivo. Intenta nuevamente. (422)',
    );
    expect(messageOf(delivered, delivered, rejectedState)).toBe('La firma está vacía.');
  });

  it('S22 the state of a delivered or discarded registration comes from its receipt', () => {
    expect(doneStateOf({ entry: null, receipt: receipt('delivered'), link: down, gate: 'open' }).name).toBe(
      'delivered',
    );
    expect(doneStateOf({ entry: null, receipt: receipt('discarded'), link: up, gate: 'open' }).name).toBe(
      'discarded',
    );
  });

  it('S10 the state of a discarded registration reports only the missing items as discarded when the evaluation was created', () => {
    const textOf = (evaluationId: string | null) =>
      doneMessage(
        doneStateOf({
          entry: null,
          receipt: { ...receipt('discarded'), evaluationId },
          link: up,
          gate: 'open',
        }),
      ).text;
    expect(textOf('x')).toContain('La evaluación está en el servidor');
    expect(textOf(null)).toBe('Esta evaluación se descartó desde los pendientes.');
  });

  it('without connection, the message about a confirmed registration says that the evaluation is on this device and is sent later', () =>
    expect(doneMessage({ name: 'waiting', for: 'network', said: '' }).text).toBe(
      'Guardada en este dispositivo. Se enviará sola cuando vuelva la red.',
    ));

  it("the state of a registration is 'saved' while the entry is being read from the device", () =>
    expect(doneStateOf(undefined).name).toBe('saved'));
});

describe('P10.89 reasons of a rejection', () => {
  const MARKED = 'Corrige los campos marcados antes de continuar.';
  const details = ['first_name', 'last_name', 'birth_date', 'gender'].map((field) => ({
    field: `patient.${field}`,
    message: 'Falta',
  }));
  const rejectedEntry = (count: number, message = MARKED) => {
    const given = { ...rejectedState, refusal: { ...rejection, message, details: details.slice(0, count) } };
    const state = doneStateOf({ entry: entry(given, queued, queued), receipt: null, link: up, gate: 'open' });
    if (state.name !== 'refused') throw new Error(state.name);
    return state;
  };

  it('the confirmation banner lists the first reasons with their field names, and the number of further reasons', () => {
    expect(reasonsText(rejectedEntry(1))).toBe('Primer nombre: Falta.');
    expect(reasonsText(rejectedEntry(4))).toBe('Primer nombre: Falta. Primer apellido: Falta. Y 2 más.');
    expect(reasonsText(rejectedEntry(0))).toBe(MARKED);
  });

  it('the confirmation banner quotes the server’s message after the messages of the fields, unless the two are equal', () => {
    expect(rejectedMessage(rejectedEntry(2))).toEqual({
      title: 'El servidor no aceptó estos datos:',
      lines: ['Primer nombre: Falta', 'Primer apellido: Falta'],
      quoted: [MARKED],
    });
    expect(rejectedMessage(rejectedEntry(1, 'Falta')).quoted).toEqual([]);
    expect(rejectedMessage(rejectedEntry(0))).toEqual({ title: MARKED, lines: [], quoted: [] });
  });
});

describe('message about a delay or a rejection', () => {
  beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
  afterEach(() => vi.unstubAllGlobals());
  const messageFor = (given: RegistrationEntry, link: ConnectionState = up) => {
    const { title, text } = doneMessage(doneStateOf({ entry: given, receipt: null, link, gate: 'open' }));
    return `${title}. ${text}`;
  };
  const waitingStateFor = (cause: WaitCause): ItemState => ({ name: 'waiting', since: 0, until: 1, cause });

  it('S8 the message about a delayed registration blames the server, not the network, when the server fails or is busy', () => {
    for (const [cause, words] of [
      ['failing', 'El servidor tiene un problema: se reintenta solo y no tienes que hacer nada.'],
      ['busy', 'El servidor está ocupado: se reintenta solo y no tienes que hacer nada.'],
    ] as const) {
      expect(messageFor(entry(waitingStateFor(cause), queued, queued))).toContain(words);
      expect(messageFor(entry(delivered, waitingStateFor(cause), queued))).toContain(words);
      expect(messageFor(entry(waitingStateFor(cause), queued, queued))).not.toContain('red');
    }
    expect(messageFor(entry(waitingStateFor('failing'), queued, queued), down)).toContain(
      'cuando vuelva la red',
    );
  });

  it('S6 the message about a delayed registration mentions a captive portal only after several unexpected responses', () => {
    const withAttempts = (attempts: number) => {
      const given = entry(waitingStateFor('portal'), queued, queued);
      return { ...given, items: given.items.map((item) => ({ ...item, attempts })) };
    };
    expect(messageFor(withAttempts(3))).toContain('Algo en la red contesta en lugar del servidor');
    expect(messageFor(withAttempts(1))).toContain('El envío no se ha logrado todavía');
  });

  it('S6 the message about a delayed registration blames the network for an unexpected or missing response only when the connection is down', () => {
    for (const cause of ['portal', 'no_answer', 'timeout'] as const)
      for (const given of [
        entry(waitingStateFor(cause), queued, queued),
        entry(delivered, waitingStateFor(cause), queued),
      ]) {
        expect(messageFor(given)).toContain('El envío no se ha logrado todavía: se reintenta solo');
        expect(messageFor(given)).not.toContain('red');
      }
    const portal = { ...down, cause: 'portal' } as const;
    expect(messageFor(entry(queued, queued, queued), portal)).toContain('Algo en la red contesta');
    vi.stubGlobal('navigator', { onLine: false });
    expect(messageFor(entry(queued, queued, queued), portal)).toContain('cuando vuelva la red');
  });

  it('S8 the message about a delayed registration quotes the text of a failing server, truncated to a maximum length', () => {
    const waitingStateWith = (message: string): ItemState => ({
      name: 'waiting',
      since: 0,
      until: 1,
      cause: 'busy',
      refusal: { ...rejection, status: 503, message },
    });
    expect(messageFor(entry(waitingStateWith('Hasta las 8'), queued, queued))).toMatch(
      /El servidor dice: «Hasta las 8»\.$/,
    );
    expect(messageFor(entry(delivered, waitingStateWith('Hasta las 8'), queued))).toContain('«Hasta las 8»');
    expect(messageFor(entry(waitingStateWith('x'.repeat(2_000)), queued, queued)).length).toBeLessThan(500);
    expect(messageFor(entry(waitingStateWith('  '), queued, queued))).not.toContain('dice');
  });

  it('S10 the rejection message states that the evaluation is on the server when only pictures were rejected', () => {
    const said = [
      messageFor(entry(delivered, rejectedState, delivered)),
      messageFor(entry(delivered, delivered, rejectedState)),
      messageFor(entry(delivered, rejectedState, rejectedState)),
    ];
    expect(said).toEqual([
      'Evaluación creada, falta la foto. La evaluación ya está en el servidor. Nada se perdió.',
      'Evaluación creada, falta la firma. La evaluación ya está en el servidor. Nada se perdió.',
      'Evaluación creada, faltan la foto y la firma. La evaluación ya está en el servidor. Nada se perdió.',
    ]);
    expect(messageFor(entry(rejectedState, queued, queued))).toContain('El servidor no la aceptó así.');
  });

  it('S23 the rejection message does not blame the server for an item that this device holds back', () => {
    const heldBack: ItemState = {
      ...rejectedState,
      refusal: { ...rejection, status: 0, code: 'other_branch', message: '' },
    };
    expect(messageFor(entry(heldBack, queued, queued))).not.toContain('no la aceptó');
  });
});

it('S11 the rejection message does not claim that nothing was lost when the stored data were damaged on this device', () => {
  const lost: ItemState = {
    ...rejectedState,
    correctable: false,
    refusal: { ...rejection, status: 0, code: 'body_lost', message: '' },
  };
  const given = entry(lost, queued, queued);
  const { text } = doneMessage(doneStateOf({ entry: given, receipt: null, link: up, gate: 'open' }));
  expect(text).toContain('usa Reintentar');
  expect(text).not.toContain('Nada se perdió');
});
