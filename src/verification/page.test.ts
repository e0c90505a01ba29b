// @vitest-environment jsdom
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sealedText, writeFragment, writePayload } from '#domain/verification/seal.ts';
import { eventually } from '#tests/support/base/eventually.ts';

const CODE = '7KQ29M4XHJ3T';
const OTHER = '0123456789AB';
const AWAY = 'No pudimos consultar';
const found = (number: string, changes: object = {}) => ({
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
const said = () => document.getElementById('answer')?.textContent ?? '';
const says = (text: string) => eventually(() => Promise.resolve(expect(said()).toContain(text)));

let respond: (path: string) => Response | Promise<Response>;

/** As the page opens at the address of a QR. */
async function open(address: string): Promise<void> {
  const html = readFileSync(path.join(import.meta.dirname, 'page.html'), 'utf8');
  document.body.innerHTML = html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>'));
  history.replaceState(null, '', address);
  vi.resetModules();
  await import('./page.ts');
}

function verify(code: string): void {
  const input = document.getElementById('code') as HTMLInputElement;
  input.value = code;
  document.getElementById('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
}

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(respond(address.replace('/api/v1', ''))));
});
afterEach(() => vi.unstubAllGlobals());

describe('P10.115 what the clinic answers for a code', () => {
  it.each([
    ['its own 404', 'No hay', () => Response.json({ code: 'not_found', message: 'No' }, { status: 404 })],
    ['a bare 404', AWAY, () => new Response(null, { status: 404 })],
    ['a gateway’s page', AWAY, () => new Response('<html>', { status: 404 })],
    ['a refusal', AWAY, () => new Response(null, { status: 403 })],
    ['a page in its place', AWAY, () => new Response('<html>')],
    ['a state of another version', AWAY, () => Response.json(found('1', { state: 'x' }))],
  ])('%s is: %s', async (_what, text, answer) => {
    respond = answer;
    await open(`/v/${CODE}`);
    await says(text);
  });

  it('what comes late for an earlier code is not shown', async () => {
    let answerFirst = (_answer: Response): void => undefined;
    respond = (asked) =>
      asked.endsWith(CODE)
        ? new Promise((resolve) => (answerFirst = resolve))
        : Response.json(found('BOG-2026-000002'));
    await open(`/v/${CODE}`);
    verify(OTHER);
    await says('BOG-2026-000002');
    answerFirst(Response.json(found('BOG-2026-000001')));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(said()).toContain('BOG-2026-000002');
  });
});

it('P10.114 a key that does not come is told apart from a browser that cannot verify', async () => {
  respond = (asked) =>
    asked === '/verification-key'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Response.json(found('1'));
  await open(`/v/${CODE}#x.y`);
  await says('No llegó la llave de la clínica');
});

it('P10.114 a QR that is not the clinic’s is stated above the document that its code has', async () => {
  const key = { algorithm: 'Ed25519', public_key: 'A'.repeat(43), page: null };
  respond = (asked) => Response.json(asked === '/verification-key' ? key : found('BOG-2026-000002'));
  await open(`/v/${CODE}#forged`);
  await says('Documento auténtico y vigente.');
  expect(said()).toMatch(/^La firma del código QR no es de esta clínica/);
});

const BEFORE = 'Este documento se firmó antes de que el médico eligiera el concepto';

describe('P10.266 what the page shows of a document', () => {
  it('P10.266 begins with issuer and doctor', async () => {
    respond = () => Response.json(found('BOG-2026-000002'));
    await open(`/v/${CODE}`);
    await says('ClínicaIPS AlisosSedeChapineroMédicoDra. PruebaLicenciaLIC-1TrabajadorZ*** Q***');
    expect(said()).not.toContain(BEFORE);
  });

  it('P10.266 explains why a version that predates the choice states no class', async () => {
    respond = () => Response.json(found('BOG-2026-000002', { verdict: 'otro', predates_choice: true }));
    await open(`/v/${CODE}`);
    await says('No se indica; lee el documento');
    expect(said()).toContain(BEFORE);
  });
});

describe('P10.267 a QR while the clinic does not respond', () => {
  const facts = {
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
  const fragmentOf = (payload: string) =>
    writeFragment(
      payload,
      sign(null, Buffer.from(sealedText(CODE, payload)), privateKey).toString('base64url'),
    );
  beforeEach(() => {
    respond = (asked) =>
      asked === '/verification-key'
        ? Response.json({ algorithm: 'Ed25519', public_key: publicKey, page: null })
        : new Response(null, { status: 503 });
  });

  it('P10.267 shows the masked name and the class to compare with the paper', async () => {
    await open(`/v/${CODE}#${fragmentOf(writePayload(facts))}`);
    await says(
      'Dice: N.º BOG-2026-000123, del 05/03/2026, de Ñ*** Q***, documento de identidad terminado en 017. Concepto: Apto. Compáralo con el papel.',
    );
    expect(said()).not.toMatch(/Este documento se firmó antes/);
  });

  it('P10.267 explains that version 1 may state a class that the doctor did not choose', async () => {
    await open(`/v/${CODE}#${fragmentOf('BOG-2026-000123~20260305~017~1~9aaf0a512f1c')}`);
    await says(BEFORE);
    expect(said()).not.toMatch(/Apto|Ñ/);
  });
});
