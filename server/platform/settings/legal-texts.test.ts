import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { DEFAULT_LEGAL_TEXTS, readLegalTexts } from './legal-texts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ventanilla-legal-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeLegalTextsFile(content: string): string {
  const file = path.join(folder, 'legal.json');
  writeFileSync(file, content);
  return file;
}

describe('P10.20 legal texts from LEGAL_TEXTS_FILE', () => {
  it('the server uses the default legal texts when no file is configured', () => {
    expect(readLegalTexts(undefined)).toEqual(DEFAULT_LEGAL_TEXTS);
  });

  it('the server replaces only those legal texts that the file contains', () => {
    const file = writeLegalTextsFile('{"receipt_line": " Recibido a satisfacción "}');
    expect(readLegalTexts(file)).toEqual({ ...DEFAULT_LEGAL_TEXTS, receipt_line: 'Recibido a satisfacción' });
  });

  it('P10.120 the server reads the authorisation that patients sign, with its version', () => {
    const file = writeLegalTextsFile('{"authorisation": {"version": " 3 ", "text": " Autorizo a la IPS. "}}');
    expect(readLegalTexts(file).authorisation).toEqual({ version: '3', text: 'Autorizo a la IPS.' });
    expect(readLegalTexts(writeLegalTextsFile('{}')).authorisation).toBeNull();
  });

  it.each([
    [
      'a text to sign without its version',
      '{"authorisation": {"text": "Autorizo"}}',
      'authorisation.version',
    ],
    [
      'a version that is too long',
      JSON.stringify({ authorisation: { version: 'x'.repeat(41), text: 'Autorizo' } }),
      'authorisation.version',
    ],
    ['not JSON', 'hola', 'no es JSON'],
    ['an unknown name', '{"aviso": "x"}', 'No se conoce: aviso'],
    ['an empty sentence', '{"reserve_notice": " "}', 'reserve_notice'],
    ['another type', '{"reserve_notice": 3}', 'reserve_notice: Debe ser un texto'],
  ])(
    'the server does not start, and gives a one-sentence reason, when the file of legal texts contains %s',
    (_what, content, reason) => {
      const file = writeLegalTextsFile(content);
      const read = () => readLegalTexts(file);
      expect(read).toThrow(StartError);
      expect(read).toThrow(new RegExp(`^[^\\n]*LEGAL_TEXTS_FILE [^\\n]*${reason}[^\\n]*\\.$`));
    },
  );

  it('the server does not start when the configured file of legal texts does not exist', () => {
    expect(() => readLegalTexts(path.join(folder, 'none.json'))).toThrow(
      /^No se puede leer LEGAL_TEXTS_FILE .* \(ENOENT\): corrige la ruta, .*LEGAL_TEXTS_FILE\.$/,
    );
  });
});
