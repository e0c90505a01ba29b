// @vitest-environment happy-dom
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  documentTextToSign,
  formatQrFragment,
  encodeDocumentQrData,
} from '#domain/verification/document-signature.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';

const SAMPLE_CODE = '7KQ29M4XHJ3T';
const OTHER_CODE = '0123456789AB';
const CLINIC_UNREACHABLE_TEXT = 'No pudimos consultar';
const createVerificationBody = (number: string, changes: object = {}) => ({
  issuer: { clinic: 'IPS Alisos', nit: null, branch: 'Chapinero' },
  doctor: { name: 'Dra. Prueba', license_number: 'LIC-1' },
  number,
  code: '7KQ2-9M4X-HJ3T',
  closed_on: '2026-03-05',
  evaluation_type: 'Ingreso',
  company: 'Alisos',
  patient: 'Z*** Q***',
  document_ending: '017',
  verdict: 'apto',
  predates_choice: false,
  state: 'vigente',
  replaced_by: null,
  fingerprint: '9aaf0a512f1c',
  concept_sha256: null,
  ...changes,
});
const resultText = () => document.getElementById('answer')?.textContent ?? '';
const expectResultText = (text: string) =>
  retryUntilPassing(() => Promise.resolve(expect(resultText()).toContain(text)));

let respond: (path: string) => Response | Promise<Response>;

async function openVerificationPage(address: string): Promise<void> {
  const html = readFileSync(path.join(import.meta.dirname, 'page.html'), 'utf8');
  document.body.innerHTML = html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>'));
  history.replaceState(null, '', address);
  vi.resetModules();
  await import('./page.ts');
}

function submitVerificationCode(code: string): void {
  const input = document.getElementById('code') as HTMLInputElement;
  input.value = code;
  document.getElementById('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
}

const originalAddEventListener = window.addEventListener.bind(window);
const addedListeners: [string, EventListener][] = [];
beforeEach(() => {
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    addedListeners.push([type, listener]);
    originalAddEventListener(type, listener);
  });
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(respond(address.replace('/api/v1', ''))));
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Each test loads the page's module again. Without this, the listeners of the previous test would also start a verification.
  for (const [type, listener] of addedListeners.splice(0)) removeEventListener(type, listener);
});

describe('P10.115 response of the clinic to the public verification page', () => {
  it.each([
    ['its own 404', 'No hay', () => Response.json({ code: 'not_found', message: 'No' }, { status: 404 })],
    ['a bare 404', CLINIC_UNREACHABLE_TEXT, () => new Response(null, { status: 404 })],
    ['a gateway’s page', CLINIC_UNREACHABLE_TEXT, () => new Response('<html>', { status: 404 })],
    ['a refusal', CLINIC_UNREACHABLE_TEXT, () => new Response(null, { status: 403 })],
    ['a page in its place', CLINIC_UNREACHABLE_TEXT, () => new Response('<html>')],
    [
      'a state of another version',
      CLINIC_UNREACHABLE_TEXT,
      () => Response.json(createVerificationBody('1', { state: 'x' })),
    ],
  ])(
    'when the clinic’s response is %s, the public page shows the result: %s',
    async (_what, text, answer) => {
      respond = answer;
      await openVerificationPage(`/v/${SAMPLE_CODE}`);
      await expectResultText(text);
    },
  );

  it('the public page ignores the late response for a code when the user has entered another code since', async () => {
    let respondToFirst = (_answer: Response): void => undefined;
    respond = (asked) =>
      asked.endsWith(SAMPLE_CODE)
        ? new Promise((resolve) => (respondToFirst = resolve))
        : Response.json(createVerificationBody('BOG-2026-000002'));
    await openVerificationPage(`/v/${SAMPLE_CODE}`);
    submitVerificationCode(OTHER_CODE);
    await expectResultText('BOG-2026-000002');
    respondToFirst(Response.json(createVerificationBody('BOG-2026-000001')));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(resultText()).toContain('BOG-2026-000002');
  });
});

const NO_APTITUDE_WARNING_TEXT = 'Este documento se firmó antes de que el médico eligiera el concepto';

describe('P10.266 document shown by the public verification page', () => {
  it('P10.266 the public page shows issuer and doctor before the other data of the document', async () => {
    respond = () => Response.json(createVerificationBody('BOG-2026-000002'));
    await openVerificationPage(`/v/${SAMPLE_CODE}`);
    await expectResultText(
      'IPS Alisos · Sede Chapinero Dra. Prueba · Licencia LIC-1 Compáralo con el papelTrabajador',
    );
    expect(resultText()).not.toContain(NO_APTITUDE_WARNING_TEXT);
  });

  it('P10.266 the public page explains why a version signed before doctors chose the aptitude states no aptitude', async () => {
    respond = () =>
      Response.json(createVerificationBody('BOG-2026-000002', { verdict: 'otro', predates_choice: true }));
    await openVerificationPage(`/v/${SAMPLE_CODE}`);
    await expectResultText('No se indica; lee el documento');
    expect(resultText()).toContain(NO_APTITUDE_WARNING_TEXT);
  });
});

const DOCUMENT_QR_DATA = {
  number: 'BOG-2026-000123',
  day: '2026-03-05',
  ending: '017',
  verdict: 'apto',
  fingerprint: '9aaf0a512f1c',
  patient: 'Ñ*** Q***',
} as const;
const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = createPublicKey(privateKey)
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('base64url');
const createKeyResponse = () => Response.json({ algorithm: 'Ed25519', public_key: publicKey, page: null });
const signedFragmentOf = (payload: string) =>
  formatQrFragment(
    payload,
    sign(null, Buffer.from(documentTextToSign(SAMPLE_CODE, payload)), privateKey).toString('base64url'),
  );
const GENUINE_FRAGMENT = signedFragmentOf(encodeDocumentQrData(DOCUMENT_QR_DATA));
const FORGED_FRAGMENT = GENUINE_FRAGMENT.replace('~1~', '~2~');
const SIGNED_DOCUMENT_FIELDS = { patient: DOCUMENT_QR_DATA.patient, verdict: DOCUMENT_QR_DATA.verdict };
const VALID_DOCUMENT_TEXT = 'Documento auténtico y vigente.';
const NOT_AUTHENTIC_TEXT = 'Este papel no es auténtico: la firma de su código QR no es de esta clínica.';
const shownTones = () => Array.from(document.querySelectorAll('#answer .said'), ({ className }) => className);
const mockClinicResponses = (
  changes: object = {},
  keyResponse: () => Response | Promise<Response> = createKeyResponse,
) => {
  respond = (asked) =>
    asked === '/verification-key'
      ? keyResponse()
      : Response.json(
          createVerificationBody(DOCUMENT_QR_DATA.number, { ...SIGNED_DOCUMENT_FIELDS, ...changes }),
        );
};

describe('P10.267 result of the public verification page for a QR code', () => {
  it('P10.267 the public page confirms a genuine QR code and shows the rows to compare below issuer and doctor', async () => {
    mockClinicResponses();
    await openVerificationPage(`/v/${SAMPLE_CODE}#${GENUINE_FRAGMENT}`);
    await expectResultText(
      `${VALID_DOCUMENT_TEXT}La firma del código QR es de esta clínica.IPS Alisos · Sede Chapinero`,
    );
    expect(resultText()).toContain('Licencia LIC-1 Compáralo con el papelTrabajadorÑ*** Q***');
    expect(shownTones()).toEqual(['said ok']);
  });

  it('P10.267 the public page rejects a forged QR code, and shows separately the data that the clinic issued', async () => {
    mockClinicResponses();
    await openVerificationPage(`/v/${SAMPLE_CODE}#${FORGED_FRAGMENT}`);
    await expectResultText(`${NOT_AUTHENTIC_TEXT}Lo que la clínica emitió con ese código:IPS Alisos`);
    expect(shownTones()).toEqual(['said bad']);
    expect(resultText()).not.toMatch(/auténtico y vigente|Compáralo/);
    expect(document.getElementById('compare')?.hidden).toBe(true);
  });

  it('P10.267 the public page rejects a genuine QR code when its data differ from the data of the clinic', async () => {
    mockClinicResponses({ verdict: 'no_apto' });
    await openVerificationPage(`/v/${SAMPLE_CODE}#${GENUINE_FRAGMENT}`);
    await expectResultText('Este papel no es auténtico: su código QR dice otros datos que esta clínica.');
    expect(shownTones()).toEqual(['said bad']);
  });

  it('P10.267 the public page shows no success when it cannot load the public key of the clinic', async () => {
    mockClinicResponses({}, () => Promise.reject(new TypeError('Failed to fetch')));
    await openVerificationPage(`/v/${SAMPLE_CODE}#${GENUINE_FRAGMENT}`);
    await expectResultText('El código existe y el documento está vigente, pero no se pudo comprobar el QR');
    expect(resultText()).toContain('no llegó la llave de la clínica');
    expect(shownTones()).toEqual(['said warn']);
  });

  it.each([
    [{ state: 'reemplazada', replaced_by: 'BOG-2026-000124' }, /^Ya no vale: lo reemplazó/, 'said warn'],
    [{ state: 'anulada' }, /^Anulado: la clínica reabrió/, 'said bad'],
  ])(
    'P10.267 the public page first states that the document is no longer valid: %j',
    async (changes, text, tone) => {
      mockClinicResponses(changes);
      await openVerificationPage(`/v/${SAMPLE_CODE}#${GENUINE_FRAGMENT}`);
      await expectResultText('Lo que la clínica emitió con ese código:');
      expect(resultText()).toMatch(text);
      expect(shownTones()).toEqual([tone]);
    },
  );

  it('P10.267 the public page keeps the QR payload in its address and checks the payload again when the user verifies the same code again', async () => {
    mockClinicResponses();
    await openVerificationPage(`/v/${SAMPLE_CODE}#${FORGED_FRAGMENT}`);
    await expectResultText(NOT_AUTHENTIC_TEXT);
    submitVerificationCode(' 7kq2-9m4x-hj3t ');
    expect(resultText()).toBe('Consultando a la clínica…');
    await expectResultText(NOT_AUTHENTIC_TEXT);
    expect(location.hash).toBe(`#${FORGED_FRAGMENT}`);
  });

  it('P10.267 when the user verifies another code, the public page removes the QR payload and states that a code alone proves nothing', async () => {
    mockClinicResponses();
    await openVerificationPage(`/v/${SAMPLE_CODE}#${FORGED_FRAGMENT}`);
    await expectResultText(NOT_AUTHENTIC_TEXT);
    submitVerificationCode(OTHER_CODE);
    await expectResultText(
      'El código existe y el documento está vigente.Un código solo no prueba el papel: compara estos datos con él.',
    );
    expect(location.pathname + location.hash).toBe(`/v/${OTHER_CODE}`);
  });

  it('P10.267 the public page verifies again when only the fragment of its address changes', async () => {
    mockClinicResponses();
    await openVerificationPage(`/v/${SAMPLE_CODE}#${GENUINE_FRAGMENT}`);
    await expectResultText(VALID_DOCUMENT_TEXT);
    location.hash = FORGED_FRAGMENT;
    await expectResultText(NOT_AUTHENTIC_TEXT);
    history.back();
    await expectResultText(VALID_DOCUMENT_TEXT);
    expect(shownTones()).toEqual(['said ok']);
  });
});

describe('P10.267 public verification page for a QR code while the clinic does not respond', () => {
  beforeEach(() => {
    respond = (asked) =>
      asked === '/verification-key' ? createKeyResponse() : new Response(null, { status: 503 });
  });

  it('P10.267 the public page shows the masked name and the aptitude, to compare with the paper, while the clinic does not respond', async () => {
    await openVerificationPage(`/v/${SAMPLE_CODE}#${GENUINE_FRAGMENT}`);
    await expectResultText(
      'Compáralo con el papelTrabajadorÑ*** Q***Documento de identidadtermina en 017ConceptoApto',
    );
    expect(resultText()).toMatch(/^La firma del código QR es de esta clínica, pero no se sabe si/);
    expect(shownTones()).toEqual(['said warn']);
    expect(resultText()).not.toMatch(/Este documento se firmó antes/);
  });

  it('P10.267 the public page explains that a QR code of version 1 may state an aptitude that the doctor did not choose', async () => {
    await openVerificationPage(
      `/v/${SAMPLE_CODE}#${signedFragmentOf('BOG-2026-000123~20260305~017~1~9aaf0a512f1c')}`,
    );
    await expectResultText(NO_APTITUDE_WARNING_TEXT);
    expect(resultText()).not.toMatch(/Apto|Ñ/);
  });
});
