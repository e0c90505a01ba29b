import { describe, expect, test } from 'vitest';
import { formatStartMessage } from './startup-banner.ts';

const MINIMAL_SERVER = {
  address: 'https://ventanilla.example.com',
  database: 'PostgreSQL incluido, en /var/lib/ventanilla',
  metrics: null,
  place: { kind: 'disk' },
  demo: null,
  firstAdministrator: null,
} as const;

describe('P10.103 startup message on the terminal, in Spanish', () => {
  test("the startup message shows the server's address and the key that stops the server", () => {
    expect(formatStartMessage(MINIMAL_SERVER)).toBe(
      [
        '',
        '  Ventanilla está lista: https://ventanilla.example.com',
        '  Datos: PostgreSQL incluido, en /var/lib/ventanilla',
        '',
        '  Para detenerla: Ctrl-C.',
        '',
      ].join('\n'),
    );
  });

  test('the startup message shows the link for the first administrator when no user exists', () => {
    const link = 'https://ventanilla.example.com/first-admin?token=t';
    expect(formatStartMessage({ ...MINIMAL_SERVER, firstAdministrator: link })).toMatch(
      /Todavía nadie puede entrar: abre este enlace, .*:\n {4}https:\/\/ventanilla\.example\.com\/first-admin\?token=t\n/,
    );
  });

  test('P10.254 the startup message reports a bucket that does not respond, and files that are still on the disk used before the bucket', () => {
    const place = {
      kind: 's3',
      bucket: 'clinica',
      origin: 'https://s3',
      away: 'ECONNREFUSED',
      earlier: '/d',
    };
    const said = formatStartMessage({ ...MINIMAL_SERVER, place: { ...place, kind: 's3' } });
    expect(said).toContain('Archivos: el bucket clinica en https://s3');
    expect(said).toContain('No responde (ECONNREFUSED)');
    expect(said).toContain('Lo que no está en el bucket se lee de /d: npm run files -- move lo lleva allá.');
  });
});
