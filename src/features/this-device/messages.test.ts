import { describe, expect, it } from 'vitest';
import {
  formatOutboxBackup,
  formatRetention,
  formatRemainingRegistrations,
  formatStorageProtection,
  formatStorageSpace,
  formatUnsentEntries,
} from './messages.ts';

const MB = 1_000_000;

const createUnsentCounts = (evaluations: number, files = 0) => ({ evaluations, files, corrections: 0 });

describe('S20 texts about the device’s storage', () => {
  it('the text about the storage states the used share of the space and how many more registrations fit', () => {
    expect(formatStorageSpace({ used: 34 * MB, quota: 10_700 * MB })).toBe(
      'Usa 34 MB de los 10,7 GB que el navegador le da aquí (menos del 1 %).',
    );
    expect(formatStorageSpace({ used: 950 * MB, quota: 1_000 * MB })).toContain('(el 95 %)');
    expect(formatRemainingRegistrations({ used: 34 * MB, quota: 10_700 * MB })).toBe(
      'Caben más de 1.000 evaluaciones sin enviar.',
    );
    expect(formatRemainingRegistrations({ used: 900 * MB, quota: 1_000 * MB })).toBe(
      'Caben unas 32 evaluaciones más sin enviar.',
    );
    expect(formatRemainingRegistrations({ used: 996 * MB, quota: 1_000 * MB })).toBe(
      'Cabe 1 evaluación más sin enviar.',
    );
  });

  it.each([
    [
      { own: createUnsentCounts(0), others: createUnsentCounts(0), bytes: 0, copies: 0 },
      'No hay nada por enviar en este dispositivo.',
    ],
    [
      { own: createUnsentCounts(1), others: createUnsentCounts(0), bytes: 1.2 * MB, copies: 1 },
      'Tuyas: 1 evaluación. Fotos, firmas y archivos ocupan 1,2 MB.',
    ],
    [
      { own: createUnsentCounts(2, 1), others: createUnsentCounts(0, 2), bytes: 0, copies: 5 },
      'Tuyas: 2 evaluaciones y 1 archivo. De otras personas: 2 archivos.',
    ],
  ])('the storage text states the number of unsent entries for %j', (waiting, words) =>
    expect(formatUnsentEntries(waiting)).toBe(words),
  );

  it.each([
    [5, 'Todo lo que está por enviar está guardado dos veces.'],
    // Six backups of five entries: the backup of an entry that was just sent still exists.
    [6, 'Todo lo que está por enviar está guardado dos veces.'],
    [3, '2 sin segunda copia. Si el dispositivo está lleno, libera espacio.'],
    [null, 'Este navegador no dice que haya una segunda copia de lo que está por enviar.'],
  ])(
    'the storage text states how many of five unsent entries have a backup when %s backups exist',
    (copies, words) =>
      expect(
        formatOutboxBackup({
          own: createUnsentCounts(2, 1),
          others: createUnsentCounts(2),
          bytes: 0,
          copies,
        }),
      ).toBe(words),
  );

  it('the storage text distinguishes guaranteed, missing and unknown persistence of the storage', () => {
    expect(formatStorageProtection(true)).toBe('El navegador conserva los datos aunque falte espacio.');
    expect(formatStorageProtection(false)).toContain('no garantiza que conserve');
    expect(formatStorageProtection(null)).toContain('no dice');
  });
});

describe('S29 P10.109 text about delivered entries that are still on the device', () => {
  const noon = Date.parse('2026-11-23T17:00:00Z');
  const retention = { own: 12, others: 0, size: 2 * MB, until: noon, backedUpUntil: noon };

  it('the retention text states number and reason of the delivered entries, their latest removal date, and the time of the last backup', () => {
    expect(formatRetention(retention)).toBe(
      'Siguen aquí 12 registros que el servidor ya recibió (2 MB), con el mismo cifrado de lo pendiente. ' +
        'Si el servidor se daña y vuelve a una copia anterior, este dispositivo le envía otra vez lo que falte. ' +
        'Se borran solos cuando estén en una copia de seguridad, a más tardar el 23/11/2026. ' +
        'La última copia comprobada tiene todo hasta el 23/11/2026 a las 12:00.',
    );
  });

  it.each([
    [{ own: 1 }, /^Sigue aquí 1 registro que .* Se borra solo cuando esté en/],
    [{ others: 2 }, /^Siguen aquí 14 registros que el servidor ya recibió, 2 de otras personas \(/],
    [{ own: 0, others: 2 }, /^Siguen aquí 2 registros que el servidor ya recibió, de otras personas \(/],
    [{ until: null, size: 0 }, /recibió, con el mismo .* en una copia de seguridad\. La última/],
    [{ backedUpUntil: null }, /El servidor todavía no tiene una copia de seguridad comprobada\.$/],
    [{ own: 0 }, /^No se guarda nada de lo entregado\. La última copia/],
  ])(
    'the text about delivered entries uses singular or plural and mentions colleagues and a missing backup: %j',
    (patch, words) => expect(formatRetention({ ...retention, ...patch })).toMatch(words),
  );
});
