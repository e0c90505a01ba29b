import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '#tests/support/documents/poppler.ts';
import {
  type Medicine,
  closingsOf,
  handOver,
  receiptParts,
  seedMedicine,
  sign,
  signedEvaluation,
} from './support/clinical.ts';
import { signature } from './support/pictures.ts';
import { type Caller, type Provider, startProvider } from './support/provider.ts';

let provider: Provider;
let medicine: Medicine;
let doctor: Caller;
beforeAll(async () => {
  provider = await startProvider('document-versions');
  medicine = await seedMedicine(provider);
  doctor = await provider.as('doctor');
});
afterAll(() => provider.stop());

const REASON = 'El cargo era otro';
const reopenFor = (id: string, json: object) => doctor.post(`/evaluations/${id}/reopen`, { json });
const text = async (id: string, document: string) =>
  (await textOf((await doctor.get(`/evaluations/${id}/${document}`)).rawPayload)).replace(/\s+/g, ' ');
const numbersOf = async (id: string) =>
  (await closingsOf(provider, id)).map(({ content }) => content.document?.number ?? '');

async function handedOver(id: string, version: string): Promise<void> {
  const reply = await handOver(doctor, id, receiptParts(await signature(), { version, items: 'concept' }));
  expect(reply.statusCode).toBe(200);
}

describe('P10.278 P10.279 documents of an evaluation that was reopened', () => {
  it('P10.278 P10.279 P10.280 state the deliveries of both versions and the number that was replaced', async () => {
    const id = await signedEvaluation(provider, medicine);
    await handedOver(id, '1');
    expect((await reopenFor(id, { reason: REASON })).statusCode).toBe(200);
    expect((await sign(doctor, id, medicine.doctors.signer)).statusCode).toBe(200);
    const [first = '', second = ''] = await numbersOf(id);
    const before = await text(id, 'clinical-history');
    expect(before).toContain(`1 · N.º ${first}`);
    expect(before).toContain(`Versión 2, N.º ${second}: sin entrega registrada en el sistema.`);
    await handedOver(id, '2');
    const history = await text(id, 'clinical-history');
    expect(history).toContain(`Reemplaza a N.º ${first}, motivo: ${REASON} Reabierta por Persona doctor, `);
    expect(history).toContain(`2 · N.º ${second}`);
    expect(history).not.toContain('sin entrega registrada');
    const concept = await text(id, 'concept-pdf');
    expect(concept).toContain(`Reemplaza al N.º ${first} Trabajador`);
    expect(concept).not.toContain(REASON);
  });

  it('P10.280 sign the number of the replaced version, and null for the first one', async () => {
    const id = await signedEvaluation(provider, medicine);
    await reopenFor(id, {});
    await sign(doctor, id, medicine.doctors.signer);
    const [first, second] = (await closingsOf(provider, id)).map(({ content }) => content);
    expect(first?.replaces).toBeNull();
    expect(second?.replaces).toEqual({ version: 1, number: first?.document?.number });
    expect(await text(id, 'clinical-history')).toContain(
      'motivo: No registrado Reabierta por Persona doctor',
    );
  });

  it('P10.279 leave the issued concept of the first version byte for byte as it was', async () => {
    const id = await signedEvaluation(provider, medicine);
    const issued = (await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload;
    await reopenFor(id, { reason: REASON });
    await sign(doctor, id, medicine.doctors.signer);
    const earlier = await doctor.get(`/evaluations/${id}/closings/1/concept-pdf`);
    expect(earlier.rawPayload.equals(issued)).toBe(true);
  });
});
