import { expect, it } from 'vitest';
import { StartError } from './platform/base/start-error.ts';
import { toStartError } from './start-fault.ts';

const EMBEDDED_CONFIG = { dataDir: '/var/lib/ventanilla', database: { kind: 'embedded' } } as const;
const EXTERNAL_CONFIG = {
  dataDir: '/var/lib/ventanilla',
  database: { kind: 'external', url: 'postgresql://v:hunter2@db/v' },
} as const;
const createErrorWithCode = (code: string) => Object.assign(new Error('could not extend file'), { code });

it.each([
  [
    '53100',
    EMBEDDED_CONFIG,
    'El disco de /var/lib/ventanilla está lleno (53100): libera espacio e inicia de nuevo.',
  ],
  [
    'ENOSPC',
    EMBEDDED_CONFIG,
    'El disco de /var/lib/ventanilla está lleno (ENOSPC): libera espacio e inicia de nuevo.',
  ],
  [
    '53100',
    EXTERNAL_CONFIG,
    'El disco de la base de datos está lleno (53100): libera espacio e inicia de nuevo.',
  ],
  [
    '42501',
    EXTERNAL_CONFIG,
    'El usuario de DATABASE_URL no puede crear tablas (42501): hazlo dueño de su base de datos e inicia de nuevo.',
  ],
])('P10.151 toStartError tells the operator what to do about error %s', (code, config, sentence) => {
  const said = toStartError(createErrorWithCode(code), config);
  expect(said).toBeInstanceOf(StartError);
  expect(String(said)).toContain(sentence);
});

it('P10.151 toStartError returns StartErrors and unknown errors unchanged', () => {
  for (const error of [new StartError('Listo.'), new TypeError('x'), createErrorWithCode('42P01')])
    expect(toStartError(error, EMBEDDED_CONFIG)).toBe(error);
});
