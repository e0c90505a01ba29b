import { parseVerificationCode, formatVerificationCode } from '#domain/verification/code.ts';
import { type QrCheck, verificationOutcomeOf } from '#domain/verification/verdict.ts';
import { requestClinicDocument, fetchClinicVerificationKey } from './request-clinic.ts';
import { listenForFiles, resetFileComparison } from './compare-file.ts';
import { elementById, createElement } from './elements.ts';
import { showVerificationOutcome } from './show-verdict.ts';
import { verifyQrFragment } from './verify-signature.ts';

async function checkQr(code: string, fragment: string): Promise<QrCheck> {
  if (fragment.length < 2) return { type: 'none' };
  const key = await fetchClinicVerificationKey();
  if (key === null) return { type: 'no_key' };
  try {
    return await verifyQrFragment(code, fragment, key);
  } catch (error) {
    reportError(error);
    return { type: 'unsupported' };
  }
}

/** Number of verifications so far. The response for an earlier verification is not shown. */
let verificationCount = 0;
/**
 * Address that was verified last. Browsers report one change of the address by one or two events; a repeated event must not
 * verify the address again.
 */
let verifiedAddress = '';

async function verifyCodeAndShow(typed: string): Promise<void> {
  verificationCount += 1;
  const turn = verificationCount;
  verifiedAddress = location.href;
  resetFileComparison(null);
  elementById('answer').replaceChildren(createElement('p', 'Consultando a la clínica…', 'hint'));
  const code = parseVerificationCode(typed);
  const [response, qr] = await Promise.all([
    requestClinicDocument(code ?? typed.slice(0, 40)),
    checkQr(code ?? '', location.hash),
  ]);
  if (turn !== verificationCount) return;
  const verdict = verificationOutcomeOf({ response, qr, strangeHost: null });
  showVerificationOutcome(verdict);
  resetFileComparison(verdict);
}

function codeOfAddress(): string {
  try {
    return decodeURIComponent(location.pathname.split('/')[2] ?? '');
  } catch {
    return '';
  }
}

const codeField = (): HTMLInputElement => elementById('code') as HTMLInputElement;

function verifyCodeInAddress(): void {
  const ofAddress = codeOfAddress();
  const code = parseVerificationCode(ofAddress);
  const input = codeField();
  input.value = code ? formatVerificationCode(code) : ofAddress.slice(0, 40);
  if (input.value !== '') return void verifyCodeAndShow(input.value);
  verificationCount += 1;
  resetFileComparison(null);
  elementById('answer').replaceChildren();
}

function verifyTypedCode(): void {
  const input = codeField();
  const typed = input.value.trim();
  if (typed === '') return input.focus();
  const code = parseVerificationCode(typed);
  // The QR payload stays in the address while its code is verified. Without the payload, a forged QR code would only be checked
  // like a typed code.
  const fragment = code !== null && code === parseVerificationCode(codeOfAddress()) ? location.hash : '';
  history.replaceState(null, '', `/v/${encodeURIComponent(code ?? typed)}${fragment}`);
  // The result is above the form. The focus closes the keyboard of a phone, which would cover the result.
  elementById('answer').focus();
  void verifyCodeAndShow(typed);
}

function startPage(): void {
  elementById('host').textContent = location.host;
  elementById('form').addEventListener('submit', (event) => {
    event.preventDefault();
    verifyTypedCode();
  });
  listenForFiles();
  // A QR reader or a user may enter the address of another QR code in the open tab.
  for (const type of ['hashchange', 'popstate'])
    addEventListener(type, () => {
      if (location.href !== verifiedAddress) verifyCodeInAddress();
    });
  verifyCodeInAddress();
}

startPage();
