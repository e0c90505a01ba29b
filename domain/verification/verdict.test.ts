import { describe, expect, it } from 'vitest';
import type { Verification } from '#contract/records/evaluation/verification.ts';
import {
  type VerificationChecks,
  type ClinicResponse,
  type QrCheck,
  type VerificationOutcome,
  verificationOutcomeOf,
} from './verdict.ts';
import { type VerificationWording, verificationMessage } from './verdict-text.ts';

const sampleVerification: Verification = {
  issuer: { clinic: 'IPS Alisos', nit: '999.000.011-6', branch: 'Chapinero' },
  doctor: { name: 'Dra. Prueba', license_number: 'LIC-1' },
  number: 'BOG-2026-000123',
  code: '7KQ2-9M4X-HJ3T',
  closed_on: '2026-03-05',
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
const matchingQrData = {
  version: 2,
  number: sampleVerification.number,
  day: sampleVerification.closed_on,
  ending: sampleVerification.document_ending,
  verdict: sampleVerification.verdict,
  fingerprint: sampleVerification.fingerprint,
  patient: sampleVerification.patient,
} as const;
const NO_QR_CHECK: QrCheck = { type: 'none' };
const NO_KEY_CHECK: QrCheck = { type: 'no_key' };
const UNSUPPORTED_CHECK: QrCheck = { type: 'unsupported' };
const FORGED_CHECK: QrCheck = { type: 'forged' };
const SIGNED_CHECK: QrCheck = { type: 'signed', facts: matchingQrData };
const OTHER_DATA_CHECK: QrCheck = { type: 'signed', facts: { ...matchingQrData, verdict: 'no_apto' } };
const UNREACHABLE_RESPONSE: ClinicResponse = { type: 'away' };
const LIMITED_RESPONSE: ClinicResponse = { type: 'limited' };
const UNKNOWN_RESPONSE: ClinicResponse = { type: 'unknown' };
const createFoundResponse = (changes: Partial<Verification>) =>
  ({ type: 'found', document: { ...sampleVerification, ...changes } }) as const;
const FOUND_RESPONSE = createFoundResponse({});
const REPLACED_RESPONSE = createFoundResponse({ state: 'reemplazada', replaced_by: 'BOG-2026-000124' });
const VOIDED_RESPONSE = createFoundResponse({ state: 'anulada' });

const sampleWording: VerificationWording = {
  clinic: 'esta clínica',
  noKey: 'no llegó la llave.',
  away: { none: 'Sin red.', no_key: 'Sin llave.', unsupported: 'Sin navegador.' },
};
const decideOutcome = (
  response: ClinicResponse,
  qr: QrCheck,
  strangeHost: string | null = null,
): VerificationOutcome => verificationOutcomeOf({ response, qr, strangeHost });
const createOutcomeMessage = (...checks: Parameters<typeof decideOutcome>) =>
  verificationMessage(decideOutcome(...checks), sampleWording);

const CLINIC_RESPONSES = [
  FOUND_RESPONSE,
  REPLACED_RESPONSE,
  VOIDED_RESPONSE,
  UNKNOWN_RESPONSE,
  UNREACHABLE_RESPONSE,
  LIMITED_RESPONSE,
];
const QR_CHECKS = [
  NO_QR_CHECK,
  NO_KEY_CHECK,
  UNSUPPORTED_CHECK,
  FORGED_CHECK,
  SIGNED_CHECK,
  OTHER_DATA_CHECK,
];
const allChecks: VerificationChecks[] = CLINIC_RESPONSES.flatMap((response) =>
  QR_CHECKS.flatMap((qr) => [null, 'malo.test'].map((strangeHost) => ({ response, qr, strangeHost }))),
);

describe('P10.267 result of verifying a document', () => {
  it.each<[string, ClinicResponse, QrCheck, object]>([
    ['a code', FOUND_RESPONSE, NO_QR_CHECK, { type: 'valid', by: 'code' }],
    ['a genuine QR', FOUND_RESPONSE, SIGNED_CHECK, { type: 'valid', by: 'qr' }],
    ['a forged QR', FOUND_RESPONSE, FORGED_CHECK, { type: 'forged', by: 'signature' }],
    ['a QR with other data', FOUND_RESPONSE, OTHER_DATA_CHECK, { type: 'forged', by: 'facts' }],
    ['a missing key', FOUND_RESPONSE, NO_KEY_CHECK, { type: 'unchecked', qr: 'no_key' }],
    [
      'a browser without Ed25519',
      FOUND_RESPONSE,
      UNSUPPORTED_CHECK,
      { type: 'unchecked', qr: 'unsupported' },
    ],
    ['a replaced version', REPLACED_RESPONSE, SIGNED_CHECK, { type: 'ended', state: 'reemplazada' }],
    [
      'a replaced version and no key',
      REPLACED_RESPONSE,
      NO_KEY_CHECK,
      { type: 'ended', state: 'reemplazada' },
    ],
    ['an annulled version', VOIDED_RESPONSE, NO_QR_CHECK, { type: 'ended', state: 'anulada' }],
    [
      'a forged QR of an annulled version',
      VOIDED_RESPONSE,
      FORGED_CHECK,
      { type: 'forged', by: 'signature' },
    ],
    ['an unknown code', UNKNOWN_RESPONSE, NO_QR_CHECK, { type: 'unknown', by: 'code' }],
    ['a genuine QR of an unknown code', UNKNOWN_RESPONSE, SIGNED_CHECK, { type: 'unknown', by: 'qr' }],
    [
      'a genuine QR without network',
      UNREACHABLE_RESPONSE,
      SIGNED_CHECK,
      { type: 'unconfirmed', silence: 'away', facts: matchingQrData },
    ],
    [
      'a forged QR without network',
      UNREACHABLE_RESPONSE,
      FORGED_CHECK,
      { type: 'forged', by: 'signature', document: null },
    ],
    [
      'a genuine QR after too many tries',
      LIMITED_RESPONSE,
      SIGNED_CHECK,
      { type: 'unconfirmed', silence: 'limited' },
    ],
    [
      'a code without network',
      UNREACHABLE_RESPONSE,
      NO_QR_CHECK,
      { type: 'unavailable', silence: 'away', qr: 'none' },
    ],
    [
      'a QR without key or network',
      UNREACHABLE_RESPONSE,
      NO_KEY_CHECK,
      { type: 'unavailable', qr: 'no_key' },
    ],
  ])('P10.267 the verification returns the result for %s', (_what, response, qr, verdict) => {
    expect(decideOutcome(response, qr)).toMatchObject(verdict);
  });

  it('P10.267 the verification distrusts a QR code that leads to another host, whatever the other checks found', () => {
    for (const response of CLINIC_RESPONSES)
      for (const qr of QR_CHECKS) expect(decideOutcome(response, qr, 'malo.test').type).toBe('elsewhere');
  });

  it('P10.267 the page shows success only for a valid document that was verified by a genuine QR code or by its typed code', () => {
    const succeeded = allChecks.filter(
      (checks) => verificationMessage(verificationOutcomeOf(checks), sampleWording).tone === 'ok',
    );
    expect(succeeded).toEqual([
      { response: FOUND_RESPONSE, qr: NO_QR_CHECK, strangeHost: null },
      { response: FOUND_RESPONSE, qr: SIGNED_CHECK, strangeHost: null },
    ]);
  });

  it('P10.267 the page calls a document authentic only after it has verified the QR code', () => {
    const isReportedAuthentic = (checks: VerificationChecks) =>
      JSON.stringify(verificationMessage(verificationOutcomeOf(checks), sampleWording))
        .replace('no es auténtico', '')
        .includes('auténtico');
    expect(allChecks.filter(isReportedAuthentic)).toEqual([
      { response: FOUND_RESPONSE, qr: SIGNED_CHECK, strangeHost: null },
    ]);
  });
});

describe('P10.266 text that the page shows for a verification result', () => {
  it('P10.266 the text about a forged document shows, under a separate heading, the document that the clinic issued with the same code', () => {
    expect(createOutcomeMessage(FOUND_RESPONSE, FORGED_CHECK)).toMatchObject({
      tone: 'bad',
      text: 'Este papel no es auténtico: la firma de su código QR no es de esta clínica.',
      notes: [],
      data: { heading: 'Lo que la clínica emitió con ese código:', isToCompare: false },
    });
    expect(createOutcomeMessage(REPLACED_RESPONSE, FORGED_CHECK).data?.heading).toBe(
      'Lo que la clínica emitió con ese código (ya no vale: lo reemplazó el N.º BOG-2026-000124):',
    );
    expect(createOutcomeMessage(VOIDED_RESPONSE, OTHER_DATA_CHECK).data?.heading).toBe(
      'Lo que la clínica emitió con ese código (anulado):',
    );
  });

  it('P10.266 the text states that a code alone does not prove the printed document when no QR code was verified', () => {
    const note = 'Un código solo no prueba el papel: compara estos datos con él.';
    expect(createOutcomeMessage(FOUND_RESPONSE, NO_QR_CHECK).notes).toContain(note);
    expect(createOutcomeMessage(FOUND_RESPONSE, NO_KEY_CHECK).notes).toContain(note);
    expect(createOutcomeMessage(FOUND_RESPONSE, SIGNED_CHECK).notes).not.toContain(note);
  });

  it("P10.266 the text about a replaced or voided document starts with the document's state", () => {
    expect(createOutcomeMessage(REPLACED_RESPONSE, SIGNED_CHECK).text).toBe(
      'Ya no vale: lo reemplazó el N.º BOG-2026-000124.',
    );
    expect(createOutcomeMessage(createFoundResponse({ state: 'reemplazada' }), NO_QR_CHECK).text).toBe(
      'Ya no vale: lo reemplazó una versión posterior.',
    );
    expect(createOutcomeMessage(VOIDED_RESPONSE, SIGNED_CHECK)).toMatchObject({
      tone: 'bad',
      text: expect.stringMatching(/^Anulado: /),
    });
  });

  it('P10.112 P10.266 the page shows one line for the issuer and one for the doctor, then the rows to compare, and repeats no row', () => {
    const data = createOutcomeMessage(FOUND_RESPONSE, SIGNED_CHECK).data;
    expect(data?.issuer).toEqual([
      ['IPS Alisos', 'NIT 999.000.011-6', 'Sede Chapinero'],
      ['Dra. Prueba', 'Licencia LIC-1'],
    ]);
    const labels = [...(data?.rows ?? []), ...(data?.more ?? [])].map(([label]) => label);
    expect(labels).toEqual([
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
    const bare = createFoundResponse({
      issuer: { clinic: 'IPS', nit: null, branch: 'Sede Norte' },
      document_ending: '',
    });
    expect(createOutcomeMessage(bare, NO_QR_CHECK).data?.issuer[0]).toEqual(['IPS', 'Sede Norte']);
    expect(createOutcomeMessage(bare, NO_QR_CHECK).data?.rows.map(([label]) => label)).not.toContain(
      'Documento de identidad',
    );
  });

  it('P10.266 for a document signed before aptitude classes existed, the text says that the printed concept counts, unless it is distrusted or voided', () => {
    const before = { predates_choice: true, verdict: 'otro' } as const;
    const showsExplanation = (response: ClinicResponse, qr: QrCheck) =>
      JSON.stringify(createOutcomeMessage(response, qr)).includes('Vale el concepto que está escrito');
    expect(showsExplanation(createFoundResponse(before), NO_QR_CHECK)).toBe(true);
    expect(showsExplanation(createFoundResponse(before), FORGED_CHECK)).toBe(false);
    expect(showsExplanation(createFoundResponse({ ...before, state: 'anulada' }), NO_QR_CHECK)).toBe(false);
  });

  it('P10.267 the page shows the data of a genuine QR code when the server does not report whether the document is valid', () => {
    expect(createOutcomeMessage(LIMITED_RESPONSE, SIGNED_CHECK)).toMatchObject({
      tone: 'warn',
      notes: [expect.stringMatching(/^Hubo demasiadas consultas/)],
      data: {
        heading: 'Compáralo con el papel',
        issuer: [],
        rows: expect.arrayContaining([['Concepto', 'Apto']]),
      },
    });
    const { verdict: _class, patient: _name, ...common } = matchingQrData;
    const first = createOutcomeMessage(UNREACHABLE_RESPONSE, {
      type: 'signed',
      facts: { ...common, version: 1 },
    });
    expect(first.notes.join(' ')).toMatch(/no trae el nombre/);
    expect(first.remark).toMatch(/^Este documento se firmó antes/);
    expect(first.data?.rows.map(([label]) => label)).not.toContain('Concepto');
  });

  it('P10.267 the page shows a different text for each reason why nothing was verified: no network, no key, old browser, rate limit, unknown code', () => {
    expect(createOutcomeMessage(UNREACHABLE_RESPONSE, NO_QR_CHECK).text).toBe('Sin red.');
    expect(createOutcomeMessage(UNREACHABLE_RESPONSE, NO_KEY_CHECK).text).toBe('Sin llave.');
    expect(createOutcomeMessage(UNREACHABLE_RESPONSE, UNSUPPORTED_CHECK).text).toBe('Sin navegador.');
    expect(createOutcomeMessage(LIMITED_RESPONSE, NO_QR_CHECK).text).toMatch(/^Hubo demasiadas consultas/);
    expect(createOutcomeMessage(UNKNOWN_RESPONSE, NO_QR_CHECK).text).toMatch(
      /^No hay ningún documento con ese código/,
    );
    expect(createOutcomeMessage(UNKNOWN_RESPONSE, SIGNED_CHECK).text).toMatch(/el código de ese QR/);
  });
});
