import { readCode, formatCode } from '#domain/verification/code.ts';
import { type QrCheck, verdictOf } from '#domain/verification/verdict.ts';
import { requestClinic, keyOfClinic } from './ask-clinic.ts';
import { listenForFiles, offerComparison } from './compare-file.ts';
import { byId, element } from './elements.ts';
import { showVerdict } from './show-verdict.ts';
import { verifySignature } from './verify-seal.ts';

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

/** Number of checks so far: the response for an earlier one is not shown. */
let asked = 0;
/** Address that was verified last: browsers report a change of it by two events, or by only one of them. */
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
  // The payload of a QR belongs to its code and stays with it: without the payload, a forged QR would pass as a mere code.
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
  // A QR reader or a user may put another QR into the address of the open tab.
  for (const type of ['hashchange', 'popstate'])
    addEventListener(type, () => {
      if (location.href !== verified) verifyAddress();
    });
  verifyAddress();
}

begin();
