import '#tests/support/device/indexeddb.ts';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StoredStatement } from '#contract/records/evaluation/statements.ts';
import { SigningStatement } from './signing-statement.tsx';

const sampleStoredStatement: StoredStatement = {
  signed_at: '2026-11-23T12:05:00.000Z',
  device_id: '3f2a1b0c-0000-4000-8000-000000000001',
  text: { version: '3', sha256: 'a1b2c3d4e5f6'.padEnd(64, '0'), words: 'Autorizo a la IPS.' },
  witness: {
    reason: 'otra',
    detail: 'Prefiere no firmar',
    name: 'Íngrid Peña',
    identification_type: 'CE',
    identification_number: '778899',
  },
};
const renderStatementText = (value: unknown): string => {
  const { container } = render(<SigningStatement stored={value} />);
  return container.textContent ?? '';
};

describe('P10.122 statement next to a signature', () => {
  it('the statement shows the accepted text with version and SHA-256, witness, reason why the patient did not sign, time and tablet', () => {
    const text = renderStatementText(sampleStoredStatement);
    for (const words of [
      'Autorización, versión 3 · SHA-256 a1b2c3d4e5f6…',
      'Autorizo a la IPS.',
      'Íngrid Peña · CE 778899',
      'El paciente no firmó: Otra razón: Prefiere no firmar',
      '23/11/2026 07:05 · tableta 3F2A1B0C',
    ])
      expect(text).toContain(words);
  });

  it('the statement says that the server does not have the accepted text when the text is missing', () => {
    const text = { version: '9', sha256: 'f'.repeat(64), words: null };
    expect(renderStatementText({ ...sampleStoredStatement, text, witness: null })).toContain(
      'Este servidor no tiene ese texto.',
    );
  });

  it.each([undefined, {}, { ...sampleStoredStatement, witness: 'later' }])(
    'the evaluation page shows no statement next to the signature when the signing statement is invalid: %j',
    (value) => {
      expect(renderStatementText(value)).toBe('');
      expect(screen.queryByRole('definition')).toBeNull();
    },
  );
});

describe('P10.203 signature without an accepted text', () => {
  it('P10.203 the evaluation page says that the patient signed without accepting a text although the clinic has an authorisation', () => {
    const { container } = render(<SigningStatement stored={undefined} isWithoutText />);
    expect(container.textContent).toMatch(/^Sin texto aceptado/);
  });

  it("P10.203 the evaluation page does not show 'Sin texto aceptado' when the clinic has no authorisation or the patient accepted it", () => {
    expect(renderStatementText(undefined)).toBe('');
    expect(renderStatementText(sampleStoredStatement)).not.toContain('Sin texto aceptado');
  });
});
