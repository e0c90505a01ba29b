import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { VerificationChecks } from '#domain/verification/verdict.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { VerifyPage } from './verify-page.tsx';

const verificationMocks = vi.hoisted(() => ({ verifyScannedDocument: vi.fn() }));
vi.mock('#sync/reads/documents/verification.ts', async (original) => ({
  ...(await original<object>()),
  ...verificationMocks,
}));

const verificationResponse: Verification = {
  issuer: { clinic: 'IPS Los Alisos (DEMO)', nit: '999.000.011-6', branch: 'Chapinero' },
  doctor: { name: 'Dra. Ana Demo', license_number: 'DEMO-1001' },
  number: 'BOG-2026-000123',
  code: '7KQ2-9M4X-HJ3T',
  closed_on: '2026-11-22',
  evaluation_type: 'Ingreso',
  company: 'Flores (DEMO)',
  patient: 'A*** G***',
  document_ending: '017',
  verdict: 'apto',
  predates_choice: false,
  state: 'vigente',
  replaced_by: null,
  fingerprint: '9aaf0a512f1c',
  concept_sha256: null,
};
const qrPayload = {
  number: verificationResponse.number,
  day: verificationResponse.closed_on,
  ending: verificationResponse.document_ending,
  fingerprint: verificationResponse.fingerprint,
};
const qrPayloadWithPatient = {
  ...qrPayload,
  version: 2,
  verdict: verificationResponse.verdict,
  patient: verificationResponse.patient,
} as const;
const signedQrResult = { type: 'signed', facts: qrPayloadWithPatient } as const;
const oldSignedQrResult = { type: 'signed', facts: { ...qrPayload, version: 1 } } as const;
const unreachableResult = { type: 'away' } as const;
const notFoundResult = { type: 'none' } as const;
const createFoundResult = (patch: Partial<Verification> = {}) =>
  ({ type: 'found', document: { ...verificationResponse, ...patch } }) as const;

async function renderAndVerify(checked: Partial<VerificationChecks>, typed = '7KQ29M4XHJ3T') {
  verificationMocks.verifyScannedDocument.mockResolvedValue({
    qr: notFoundResult,
    response: unreachableResult,
    strangeHost: null,
    ...checked,
  });
  renderScreen(<VerifyPage />, '/verify');
  await enterText(screen.getByLabelText('Código o QR'), typed);
  await userEvent.click(screen.getByRole('button', { name: 'Verificar' }));
}
beforeEach(() => verificationMocks.verifyScannedDocument.mockReset());

describe('P10.141 offline verification of a document', () => {
  it('the verification page states offline that the clinic signed the QR code, and what cannot be checked without network', async () => {
    await renderAndVerify({ qr: signedQrResult }, 'https://clinica.test/v/7KQ29M4XHJ3T#x');
    expect(verificationMocks.verifyScannedDocument).toHaveBeenCalledExactlyOnceWith({
      code: '7KQ29M4XHJ3T',
      fragment: '#x',
      host: 'clinica.test',
    });
    expect(await screen.findByText(/^La firma del código QR es de tu clínica, pero no se sabe/)).toBeTruthy();
    expect(screen.getByText(/^No pudimos consultar a la clínica/)).toBeTruthy();
    expect(screen.getByText('termina en 017')).toBeTruthy();
    expect(screen.getByText('22/11/2026')).toBeTruthy();
  });

  it.each<[string, Partial<VerificationChecks>, RegExp]>([
    [
      'a code that holds',
      { response: createFoundResult() },
      /^El código existe y el documento está vigente\.$/,
    ],
    ['a code alone without network', {}, /^Sin red solo se puede comprobar el QR/],
    ['a forged QR', { qr: { type: 'forged' } }, /no es de tu clínica/],
    ['a device without the key', { qr: { type: 'no_key' } }, /Abre Ventanilla con red una vez/],
    ['a browser without Ed25519', { qr: { type: 'unsupported' } }, /^Este navegador no puede/],
    [
      'P10.267 a QR that was not checked',
      { qr: { type: 'no_key' }, response: createFoundResult() },
      /^El código existe y el documento está vigente, pero no se pudo comprobar el QR/,
    ],
    [
      'a QR that says otherwise',
      {
        qr: { type: 'signed', facts: { ...qrPayloadWithPatient, ending: '018' } },
        response: createFoundResult(),
      },
      /dice otros datos que tu clínica/,
    ],
    ['P10.267 a QR without network', { qr: signedQrResult }, /^Compáralo con el papel/],
    [
      'P10.266 a version that predates the choice',
      { response: createFoundResult({ predates_choice: true, verdict: 'otro' }) },
      /^Este documento se firmó antes/,
    ],
  ])('the verification page shows the result for %s', async (_what, checked, words) => {
    await renderAndVerify(checked);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('the verification page shows no data from a forged QR code', async () => {
    await renderAndVerify({ qr: { type: 'forged' } });
    await screen.findByText(/no es de tu clínica/);
    expect(screen.queryByText('Número')).toBeNull();
    expect(screen.queryByText(/^Sin red solo se puede comprobar el QR/)).toBeNull();
  });

  it('the verification page shows an error at the field, without a request, for a text that is neither a code nor a QR code', async () => {
    await renderAndVerify({}, 'hola');
    expect(await screen.findByText(/^Eso no es un código/)).toBeTruthy();
    expect(verificationMocks.verifyScannedDocument).not.toHaveBeenCalled();
  });
});

describe('result of a verification', () => {
  afterEach(() => vi.restoreAllMocks());

  it('P10.267 a forged QR code gives a single red result above the data that the clinic issued', async () => {
    await renderAndVerify({ qr: { type: 'forged' }, response: createFoundResult() });
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Este papel no es auténtico: /);
    expect(screen.getByRole('heading', { name: 'Lo que la clínica emitió con ese código:' })).toBeTruthy();
    expect(screen.queryByText(/auténtico y vigente|Compáralo/)).toBeNull();
  });

  it('P10.267 a second verification replaces the first result in browsers where scrollIntoView returns a promise', async () => {
    vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
    await renderAndVerify({ response: createFoundResult() });
    await screen.findByText('BOG-2026-000123');
    verificationMocks.verifyScannedDocument.mockResolvedValue({
      qr: { type: 'forged' },
      response: createFoundResult(),
      strangeHost: null,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Verificar' }));
    expect(await screen.findByText(/^Este papel no es auténtico: /)).toBeTruthy();
  });
});

describe('document data on the page', () => {
  it('P10.266 the verification page shows issuer and doctor first, and states that the document has no verdict if the doctor chose none', async () => {
    await renderAndVerify({ response: createFoundResult({ verdict: 'otro' }) });
    await screen.findByText('IPS Los Alisos (DEMO) ·');
    expect(screen.getByText('Licencia DEMO-1001')).toBeTruthy();
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Trabajador',
      'Documento de identidad',
      'Concepto',
      'Empresa',
      'Número',
      'Fecha',
      'Tipo de evaluación',
      'Huella',
      'Código',
    ]);
    expect(screen.getByText('No se indica; lee el documento')).toBeTruthy();
  });

  it('P10.267 the verification page shows no verdict if the QR code has version 1', async () => {
    await renderAndVerify({ qr: oldSignedQrResult });
    await screen.findByText('BOG-2026-000123');
    expect(screen.queryByText('Concepto')).toBeNull();
  });
});
