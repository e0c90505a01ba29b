import { describe, expect, it } from 'vitest';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { type CapturedStatement, formatStatementHeader } from './statement.ts';

const sampleCapturedStatement: CapturedStatement = {
  signedAt: Date.parse('2026-11-23T12:05:00.000Z'),
  deviceId: '3f2a1b0c-0000-4000-8000-000000000001',
  text: { version: '3', sha256: 'a'.repeat(64) },
  witness: {
    reason: 'otra',
    detail: 'Prefiere que firme su hijo',
    name: 'Íngrid Peña 😀',
    identification_type: 'CC',
    identification_number: '9999000017',
  },
};

describe('P10.121 statement that is sent with a signature', () => {
  it('the statement header contains only characters that any HTTP header allows, and the server reads the same statement from it', () => {
    const header = formatStatementHeader(sampleCapturedStatement, 0);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(SignatureStatement.parse(JSON.parse(header))).toEqual({
      signed_at: '2026-11-23T12:05:00.000Z',
      device_id: sampleCapturedStatement.deviceId,
      text: sampleCapturedStatement.text,
      witness: sampleCapturedStatement.witness,
    });
  });

  it('S15 the statement contains the time of the signature on the server’s clock', () => {
    const header = formatStatementHeader({ ...sampleCapturedStatement, witness: null }, -60_000);
    expect(JSON.parse(header)).toMatchObject({ signed_at: '2026-11-23T12:04:00.000Z', witness: null });
  });

  it('S7 the statement header is identical in every send, even after the device has stored and read the statement', () => {
    const { witness, text, deviceId, signedAt } = structuredClone(sampleCapturedStatement);
    const other = { witness: { later: 'unknown', ...witness }, text, deviceId, signedAt };
    expect(formatStatementHeader(other as CapturedStatement, 5)).toBe(
      formatStatementHeader(sampleCapturedStatement, 5),
    );
  });
});
