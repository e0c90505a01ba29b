import type { HeaderPair } from '../call.ts';
import type { Random } from '../random.ts';
import { PLANTED_PATIENT } from '../values.ts';

/** Returns the header with a signing statement: a correct one, one with wrong values, or no header. */
export function createStatementHeader(random: Random): HeaderPair[] {
  if (random.chance(0.6)) return [];
  const told = {
    signed_at: random.pick(['2026-11-20T12:00:00.000Z', '9999-12-31T23:59:59Z', '']),
    device_id: random.uuid(),
    text: random.pick([null, { version: random.pick(['1', 'v'.repeat(90)]), sha256: 'a'.repeat(64) }]),
    witness: random.pick([
      null,
      {
        reason: random.pick(['otra', 'no_escribe', 'x']),
        detail: random.pick([null, 'Prefiere no firmar']),
        name: PLANTED_PATIENT.name,
        identification_type: 'CC',
        identification_number: PLANTED_PATIENT.number,
      },
    ]),
  };
  return [['x-signature-statement', JSON.stringify(told)]];
}
