import { readCode, formatCode } from '#domain/verification/code.ts';
import { type QrCheck, verdictOf } from '#domain/verification/verdict.ts';
import { requestClinic, keyOfClinic } from './request-clinic.ts';
import { listenForFiles, offerComparison } from './compare-file.ts';
import { byId, element } from './elements.ts';
import { showVerdict } from './show-verdict.ts';
import { verifySignature } from './verify-signature.ts';

async function checkQr(code: string, fragment: string): Promise<QrCheck> {
  if (fragment.length < 2) return { type: 'none' };
  const key = await keyOfClinic();
  if (key === null) return { type: 'no_key' };
  try {
    return await verifySignature(code, fragment, key);
  } catch (error) {
    reportError(error);
    return { type: 'unsupported' };
  }
}

/** Number of checks so far; the response for an earlier check is not shown. */
let asked = 0;
/** Address that was verified last: browsers report one change of the address by two events, or by only one of the two. */
let verified = '';

async function verify(typed: string): Promise<void> {
  asked += 1;
  const turn = asked;
  verified = location.href;
  offerComparison(null);
  byId('answer').replaceChildren(element('p', 'Consultando a la clínica…', 'hint'));
  const code = readCode(typed);
  const [response, qr] = await Promise.all([
    requestClinic(code ?? typed.slice(0, 40)),
    checkQr(code ?? '', location.hash),
  ]);
  if (turn !== asked) return;
  const verdict = verdictOf({ response, qr, strangeHost: null });
  showVerdict(verdict);
  offerComparison(verdict);
}

function codeOfAddress(): string {
  try {
    return decodeURIComponent(location.pathname.split('/')[2] ?? '');
  } catch {
    return '';
  }
}

const codeField = (): HTMLInputElement => byId('code') as HTMLInputElement;

function verifyAddress(): void {
  const ofAddress = codeOfAddress();
  const code = readCode(ofAddress);
  const input = codeField();
  input.value = code ? formatCode(code) : ofAddress.slice(0, 40);
  if (input.value !== '') return void verify(input.value);
  asked += 1;
  offerComparison(null);
  byId('answer').replaceChildren();
}

function verifyTyped(): void {
  const input = codeField();
  const typed = input.value.trim();
  if (typed === '') return input.focus();
  const code = readCode(typed);
  // The payload of a QR stays in the address as long as its code is verified. Without the payload, a forged QR would be treated
  // like a code alone.
  const fragment = code !== null && code === readCode(codeOfAddress()) ? location.hash : '';
  history.replaceState(null, '', `/v/${encodeURIComponent(code ?? typed)}${fragment}`);
  // The response is above the form, where a phone's keyboard would cover it.
  byId('answer').focus();
  void verify(typed);
}

function begin(): void {
  byId('host').textContent = location.host;
  byId('form').addEventListener('submit', (event) => {
    event.preventDefault();
    verifyTyped();
  });
  listenForFiles();
  // A QR reader or a user may enter the address of another QR in the open tab.
  for (const type of ['hashchange', 'popstate'])
    addEventListener(type, () => {
      if (location.href !== verified) verifyAddress();
    });
  verifyAddress();
}

begin();
