import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { ItemState, WaitCause } from '#domain/outbox/item.ts';
import { emptyRegistration } from '#domain/registration.ts';
import type { ItemView, RegistrationEntry, RegistrationReceipt } from '#storage/outbox/entries.ts';
import { formatRejectionReasons, toDeliveryState, type ConfirmedRegistration } from './done-state.ts';
import { createDeliveryMessage, createRejectionMessage } from './done-messages.ts';

const online: ConnectionState = { name: 'up', since: 0 };
const offline: ConnectionState = {
  name: 'down',
  since: 0,
  cause: 'no_answer',
  failures: 1,
  nextProbeAt: 1,
};
const queuedState: ItemState = { name: 'queued' };
const sendingState: ItemState = { name: 'sending', since: 0 };
const waitingState: ItemState = { name: 'waiting', since: 0, until: 1, cause: 'busy' };
const deliveredState: ItemState = { name: 'delivered', at: 0, remoteId: 'x' };
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
const itemKinds = ['evaluation', 'photo', 'signature'] as const;
const entryWithStates = (...states: ItemState[]): RegistrationEntry => ({
  id: 'e',
  kind: 'registration',
  target: null,
  corrects: null,
  turn: null,
  branchId: 'b',
  capturedAt: 0,
  standing: 'on_its_way',
  summary,
  items: states.map((state, at) => ({ kind: itemKinds[at] ?? 'photo', state }) as ItemView),
});
/** The files of the entry are not sent yet. */
const entryWithEvaluation = (state: ItemState) => entryWithStates(state, queuedState, queuedState);
/** The evaluation is delivered, and the signature is not sent yet. */
const entryWithPhoto = (state: ItemState) => entryWithStates(deliveredState, state, queuedState);
const deliveryStateOf = (
  entry: RegistrationEntry,
  link: ConnectionState,
  gate: ConfirmedRegistration['gate'] = 'open',
) => toDeliveryState({ entry, receipt: null, link, gate });
const createReceipt = (outcome: RegistrationReceipt['outcome']): RegistrationReceipt => ({
  id: 'e',
  kind: 'registration',
  capturedAt: 0,
  settledAt: 0,
  outcome,
  evaluationId: null,
  turn: null,
  summary,
});

const stateOfReceipt = (receipt: RegistrationReceipt, link: ConnectionState = online) =>
  toDeliveryState({ entry: null, receipt, link, gate: 'open' });
const messageFor = (given: RegistrationEntry, link: ConnectionState = online) => {
  const { title, text } = createDeliveryMessage(deliveryStateOf(given, link));
  return `${title}. ${text}`;
};

describe('P4.11 state of a confirmed registration', () => {
  it.each([
    ['saved', entryWithEvaluation(queuedState), online],
    ['sending', entryWithEvaluation(sendingState), online],
    ['waiting', entryWithEvaluation(queuedState), offline],
    ['waiting', entryWithEvaluation(waitingState), online],
    ['created', entryWithPhoto(sendingState), online],
    ['created', entryWithPhoto(waitingState), online],
    ['created', entryWithPhoto(queuedState), offline],
    ['refused', entryWithStates(deliveredState, deliveredState, rejectedState), online],
    ['refused', entryWithEvaluation(rejectedState), offline],
  ] as const)(
    'a registration has the state %s for the item states and the connection of case %#',
    (name, given, link) => expect(deliveryStateOf(given, link).name).toBe(name),
  );

  it.each(['offline', 'expired'] as const)('S9 D2 an unsent entry waits while the session is %s', (gate) => {
    for (const link of [online, offline])
      expect(deliveryStateOf(entryWithEvaluation(queuedState), link, gate).name).toBe('held');
    expect(deliveryStateOf(entryWithPhoto(queuedState), online, gate).name).toBe('created');
    expect(deliveryStateOf(entryWithEvaluation(rejectedState), online, gate).name).toBe('refused');
  });

  it('P8.7 the state of a rejected registration shows the message of the base contract when a rejection has no message', () => {
    const wordless: ItemState = {
      name: 'attention',
      since: 0,
      correctable: true,
      refusal: { ...rejection, message: '' },
    };
    const messageOf = (...states: ItemState[]) => {
      const state = deliveryStateOf(entryWithStates(...states), online);
      return state.name === 'refused' ? state.messages.join(' ') : null;
    };
    expect(messageOf(wordless, queuedState, queuedState)).toBe(
      'No se pudo crear la evaluación. Intenta nuevamente. (422)',
    );
    expect(messageOf(deliveredState, wordless, queuedState)).toBe(
      'No se pudo subir el archivo. Intenta nuevamente. (422)',
    );
    expect(messageOf(deliveredState, wordless, wordless)).toBe(
      'No se pudo subir el archivo. Intenta nuevamente. (422)',
    );
    expect(messageOf(deliveredState, deliveredState, rejectedState)).toBe('La firma está vacía.');
  });

  it('S22 the state of a delivered or discarded registration comes from its receipt', () => {
    expect(stateOfReceipt(createReceipt('delivered'), offline).name).toBe('delivered');
    expect(stateOfReceipt(createReceipt('discarded')).name).toBe('discarded');
  });

  it('S10 if the server has the evaluation of a discarded registration, the message reports only the undelivered items as discarded', () => {
    const textOf = (evaluationId: string | null) =>
      createDeliveryMessage(stateOfReceipt({ ...createReceipt('discarded'), evaluationId })).text;
    expect(textOf('x')).toContain('La evaluación está en el servidor');
    expect(textOf(null)).toBe('Esta evaluación se descartó desde los pendientes.');
  });

  it('without connection, the message about a confirmed registration says that the evaluation is on this device and is sent later', () =>
    expect(createDeliveryMessage({ name: 'waiting', for: 'network', said: '' }).text).toBe(
      'Guardada en este dispositivo. Se enviará sola cuando vuelva la red.',
    ));

  it("the state of a registration is 'saved' while the entry is being read from the device", () =>
    expect(toDeliveryState(undefined).name).toBe('saved'));
});

describe('P10.89 reasons of a rejection', () => {
  const MARKED = 'Corrige los campos marcados antes de continuar.';
  const details = ['first_name', 'last_name', 'birth_date', 'gender'].map((field) => ({
    field: `patient.${field}`,
    message: 'Falta',
  }));
  const rejectedEntry = (count: number, message = MARKED) => {
    const given = { ...rejectedState, refusal: { ...rejection, message, details: details.slice(0, count) } };
    const state = deliveryStateOf(entryWithEvaluation(given), online);
    if (state.name !== 'refused') throw new Error(state.name);
    return state;
  };

  it('the confirmation banner lists the first reasons for a rejection with their field names, and the number of further reasons', () => {
    expect(formatRejectionReasons(rejectedEntry(1))).toBe('Primer nombre: Falta.');
    expect(formatRejectionReasons(rejectedEntry(4))).toBe(
      'Primer nombre: Falta. Primer apellido: Falta. Y 2 más.',
    );
    expect(formatRejectionReasons(rejectedEntry(0))).toBe(MARKED);
  });

  it('the confirmation banner quotes the server’s message after the messages of the fields, unless the two are equal', () => {
    expect(createRejectionMessage(rejectedEntry(2))).toEqual({
      title: 'El servidor no aceptó estos datos:',
      lines: ['Primer nombre: Falta', 'Primer apellido: Falta'],
      quoted: [MARKED],
    });
    expect(createRejectionMessage(rejectedEntry(1, 'Falta')).quoted).toEqual([]);
    expect(createRejectionMessage(rejectedEntry(0))).toEqual({ title: MARKED, lines: [], quoted: [] });
  });
});

describe('message about a delay', () => {
  beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
  afterEach(() => vi.unstubAllGlobals());
  const waitingStateFor = (cause: WaitCause): ItemState => ({ name: 'waiting', since: 0, until: 1, cause });

  it('S8 the message about a delayed registration blames the server, not the network, when the server fails or is busy', () => {
    for (const [cause, words] of [
      ['failing', 'El servidor tiene un problema: se reintenta solo y no tienes que hacer nada.'],
      ['busy', 'El servidor está ocupado: se reintenta solo y no tienes que hacer nada.'],
    ] as const) {
      expect(messageFor(entryWithEvaluation(waitingStateFor(cause)))).toContain(words);
      expect(messageFor(entryWithPhoto(waitingStateFor(cause)))).toContain(words);
      expect(messageFor(entryWithEvaluation(waitingStateFor(cause)))).not.toContain('red');
    }
    const failing = entryWithEvaluation(waitingStateFor('failing'));
    expect(messageFor(failing, offline)).toContain('cuando vuelva la red');
  });

  it('S6 the message about a delayed registration mentions a captive portal only after several unexpected responses', () => {
    const withAttempts = (attempts: number) => {
      const given = entryWithEvaluation(waitingStateFor('portal'));
      return { ...given, items: given.items.map((item) => ({ ...item, attempts })) };
    };
    expect(messageFor(withAttempts(3))).toContain('Algo en la red contesta en lugar del servidor');
    expect(messageFor(withAttempts(1))).toContain('El envío no se ha logrado todavía');
  });

  it('S6 the message about a delayed registration blames the network for an unexpected or missing response only when the connection is down', () => {
    for (const cause of ['portal', 'no_answer', 'timeout'] as const)
      for (const given of [
        entryWithEvaluation(waitingStateFor(cause)),
        entryWithPhoto(waitingStateFor(cause)),
      ]) {
        expect(messageFor(given)).toContain('El envío no se ha logrado todavía: se reintenta solo');
        expect(messageFor(given)).not.toContain('red');
      }
    const portal = { ...offline, cause: 'portal' } as const;
    expect(messageFor(entryWithEvaluation(queuedState), portal)).toContain('Algo en la red contesta');
    vi.stubGlobal('navigator', { onLine: false });
    expect(messageFor(entryWithEvaluation(queuedState), portal)).toContain('cuando vuelva la red');
  });

  it('S8 the message about a delayed registration quotes the text of a failing server, truncated to a maximum length', () => {
    const waitingStateWith = (message: string): ItemState => ({
      name: 'waiting',
      since: 0,
      until: 1,
      cause: 'busy',
      refusal: { ...rejection, status: 503, message },
    });
    expect(messageFor(entryWithEvaluation(waitingStateWith('Hasta las 8')))).toMatch(
      /El servidor dice: «Hasta las 8»\.$/,
    );
    expect(messageFor(entryWithPhoto(waitingStateWith('Hasta las 8')))).toContain('«Hasta las 8»');
    expect(messageFor(entryWithEvaluation(waitingStateWith('x'.repeat(2_000)))).length).toBeLessThan(500);
    expect(messageFor(entryWithEvaluation(waitingStateWith('  ')))).not.toContain('dice');
  });
});

describe('message about a rejection', () => {
  it('S10 the rejection message states that the evaluation is on the server when only pictures were rejected', () => {
    const said = [
      messageFor(entryWithStates(deliveredState, rejectedState, deliveredState)),
      messageFor(entryWithStates(deliveredState, deliveredState, rejectedState)),
      messageFor(entryWithStates(deliveredState, rejectedState, rejectedState)),
    ];
    expect(said).toEqual([
      'Evaluación creada, falta la foto. La evaluación ya está en el servidor. Nada se perdió.',
      'Evaluación creada, falta la firma. La evaluación ya está en el servidor. Nada se perdió.',
      'Evaluación creada, faltan la foto y la firma. La evaluación ya está en el servidor. Nada se perdió.',
    ]);
    expect(messageFor(entryWithEvaluation(rejectedState))).toContain('El servidor no la aceptó así.');
  });

  it('S23 the rejection message does not blame the server for an item that this device holds back', () => {
    const heldBack: ItemState = {
      ...rejectedState,
      refusal: { ...rejection, status: 0, code: 'other_branch', message: '' },
    };
    expect(messageFor(entryWithEvaluation(heldBack))).not.toContain('no la aceptó');
  });

  it('S11 the rejection message does not claim that nothing was lost when the stored data were damaged on this device', () => {
    const lost: ItemState = {
      ...rejectedState,
      correctable: false,
      refusal: { ...rejection, status: 0, code: 'body_lost', message: '' },
    };
    const given = entryWithEvaluation(lost);
    const { text } = createDeliveryMessage(deliveryStateOf(given, online));
    expect(text).toContain('usa Reintentar');
    expect(text).not.toContain('Nada se perdió');
  });
});
