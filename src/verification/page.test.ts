// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#tests/support/base/eventually.ts';

const CODE = '7KQ29M4XHJ3T';
const OTHER = '0123456789AB';
const AWAY = 'No pudimos consultar';
const found = (number: string, changes: object = {}) => ({
  number,
  code: '7KQ2-9M4X-HJ3T',
  closed_on: '2026-03-05',
  evaluation_type: 'Ingreso',
  company: 'Alisos',
  patient: 'Z*** Q***',
  document_ending: '017',
  verdict: 'apto',
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
