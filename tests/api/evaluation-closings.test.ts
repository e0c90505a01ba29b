import { afterAll, beforeAll, expect, it } from 'vitest';
import { Verification, VerificationKey } from '#contract/records/evaluation/verification.ts';
import { detailOf } from './support/capture.ts';
import {
  type Medicine,
  closingsOf,
  readyEvaluation,
  reopen,
  seedMedicine,
  sign,
} from './support/clinical.ts';
import { type Caller, type Provider, answerOf, startProvider } from './support/provider.ts';

let provider: Provider;
let medicine: Medicine;
let doctor: Caller;
beforeAll(async () => {
  provider = await startProvider('evaluation-closings', {
    publicUrl: new URL('https://clinica.example.com'),
  });
  medicine = await seedMedicine(provider);
  doctor = await provider.as('doctor');
});
afterAll(() => provider.stop());

it('P10.140 an evaluation tells its closings, as the public page does', async () => {
  const id = await readyEvaluation(provider, medicine);
  expect((await detailOf(doctor, id)).closings).toEqual([]);
  await sign(doctor, id, medicine.doctors.signer);
  await reopen(doctor, id);
  expect((await detailOf(doctor, id)).closings).toMatchObject([{ version: 1, state: 'anulada' }]);
  await sign(doctor, id, medicine.doctors.plain);
  const { closings = [] } = await detailOf(doctor, id);
  expect(closings).toMatchObject([
    { version: 2, state: 'vigente', doctor_name: 'Dr. Luis Prueba' },
    { version: 1, state: 'reemplazada', doctor_name: 'Dra. Nury Peña' },
  ]);
  const kept = (await closingsOf(provider, id)).map(({ content: { document, closed_at } }) => ({
    number: document?.number,
    closed_at,
  }));
  expect(closings.map(({ number, closed_at }) => ({ number, closed_at })).toReversed()).toEqual(kept);
  for (const { code, number, state } of closings)
    expect(answerOf(Verification, await provider.anonymous.get(`/verifications/${code}`))).toMatchObject({
      code,
      number,
      state,
    });
});

it('P10.140 the key says where documents are verified', async () => {
  const key = answerOf(VerificationKey, await provider.anonymous.get('/verification-key'));
  expect(key.page).toBe('https://clinica.example.com/v/');
});
