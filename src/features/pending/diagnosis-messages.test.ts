import { describe, expect, it } from 'vitest';
import type { ConnectionDiagnosis } from '#domain/diagnosis.ts';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';
import {
  formatSignInOnReconnect,
  connectionMessage as wordsFor,
  type ConnectionMessageReader,
} from './diagnosis-messages.ts';

const reader: ConnectionMessageReader = { actions: ['register_patients'], isHeld: false, hasUnsent: true };
const diagnosisMessage = (diagnosis: ConnectionDiagnosis) => wordsFor(diagnosis, reader);

const diagnosisSince = Date.parse('2026-11-21T11:42:00Z');
const ALL_DIAGNOSES: readonly ConnectionDiagnosis[] = [
  { name: 'unknown' },
  { name: 'well' },
  { name: 'offline', since: diagnosisSince },
  { name: 'portal', since: diagnosisSince },
  { name: 'silent', since: diagnosisSince },
  { name: 'timing_out', since: diagnosisSince },
  { name: 'intercepted' },
  { name: 'failing' },
  { name: 'slow' },
  { name: 'session_ended' },
  { name: 'session_unconfirmed' },
];

describe('text about the connection', () => {
  it('S17 the connection text is different for each diagnosis', () => {
    expect(new Set(ALL_DIAGNOSES.map((diagnosis) => diagnosisMessage(diagnosis).text)).size).toBe(
      ALL_DIAGNOSES.length,
    );
  });

  it('S17 the connection text says since when the problem has existed and where to look for its cause', () => {
    expect(diagnosisMessage({ name: 'silent', since: diagnosisSince }).text).toBe(
      'El servidor no responde desde las 06:42.',
    );
    expect(diagnosisMessage({ name: 'offline', since: diagnosisSince }).steps[0]).toContain('wifi');
  });

  it('S6 the connection text names a captive portal and says what the user can do', () => {
    const { text, steps } = diagnosisMessage({ name: 'portal', since: diagnosisSince });
    expect(text).toBe(CAPTIVE_PORTAL_TEXT);
    expect(steps[0]).toContain('si la red pide iniciar sesión, entra y vuelve aquí');
  });

  it('S6 the connection text for an unexpected response says what to try and that no data is lost', () => {
    const { text, steps } = diagnosisMessage({ name: 'intercepted' });
    expect(text).toBe('Algo en la red contesta en lugar del servidor.');
    expect(steps[0]).toMatch(/^Prueba con otra red/);
    expect(steps.join(' ')).toContain('Nada se pierde');
  });

  const FAILED = ALL_DIAGNOSES.filter(
    (one) => 'since' in one || one.name === 'failing' || one.name === 'intercepted',
  );

  it('S1 the connection text tells a receptionist to continue registering, whatever the problem is', () => {
    for (const diagnosis of FAILED)
      expect(diagnosisMessage(diagnosis).steps.at(-1)).toMatch(/^Sigue registrando/);
  });

  it('P10.56 the connection text promises no automatic sending without an open session, and mentions unsent entries only if any exist', () => {
    const held = { ...reader, isHeld: true };
    const idle = { ...reader, hasUnsent: false };
    for (const diagnosis of FAILED)
      expect(wordsFor(diagnosis, held).steps.at(-1)).toBe(
        'Sigue registrando: todo queda guardado en este dispositivo.',
      );
    const said = ALL_DIAGNOSES.flatMap((diagnosis) => [
      wordsFor(diagnosis, idle).text,
      ...wordsFor(diagnosis, idle).steps,
      formatSignInOnReconnect(idle),
    ]);
    expect(said.join(' ')).not.toMatch(/pendiente/);
  });

  it('R2 the connection text mentions cached evaluations only to users who may read them, and registering only to users who register', () => {
    for (const diagnosis of FAILED) {
      expect(wordsFor(diagnosis, { ...reader, actions: ['manage_evaluations'] }).steps.at(-1)).toMatch(
        /puedes consultar las evaluaciones/,
      );
      expect(wordsFor(diagnosis, { ...reader, actions: ['user_management'] }).steps.join()).not.toMatch(
        /registrando|consultar/,
      );
    }
  });
});
