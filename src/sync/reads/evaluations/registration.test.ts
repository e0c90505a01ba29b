import { beforeEach, describe, expect, it } from 'vitest';
import { cacheJson } from '#storage/cache/cache.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { evaluationCacheKey } from './evaluations.ts';
import { openCachedRegistration } from './registration.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };

async function cacheEvaluation(patch: Partial<ReturnType<typeof sampleEvaluation>> = {}) {
  const evaluation = sampleEvaluation(1, patch);
  const cached = { evaluation, etag: '"r1"' };
  await cacheJson(cacheOwner, evaluationCacheKey(evaluation.id), cached, { fetchedAt: 1, opened: true });
  return evaluation;
}

describe('P10.283 registration in a cached evaluation', () => {
  beforeEach(async () => {
    await wipeDevice();
    await signInOnDevice(ANA_ID);
  });

  it('P10.283 the device reads the ids and names of a cached registration, so that a correction starts with these values', async () => {
    const {
      id,
      patient,
      employer_company: employer,
    } = await cacheEvaluation({ additional_info: 'Turno de noche' });
    expect(await openCachedRegistration(cacheOwner, id)).toMatchObject({
      type: 'known',
      registration: {
        form: {
          identification_number: patient.identification_number,
          first_name: patient.first_name,
          patient_id: patient.id,
          employer_company_id: employer.id,
          additional_info: 'Turno de noche',
        },
        labels: { employerCompany: employer.name },
      },
    });
  });

  it('P10.356 the device reads the values of additional fields of a cached registration and omits fields without a value', async () => {
    const [eps, arl] = [createAdditionalField(1), createAdditionalField(2, { subject: 'visit' })];
    const shown = { on_history: true, on_concept: false };
    const { id } = await cacheEvaluation({
      additional_fields: [
        { ...createFieldValue(eps, 'Sura'), ...shown },
        { ...createFieldValue(arl, 'Bolívar'), ...shown },
        { ...createFieldValue(createAdditionalField(3), ''), ...shown, value: null },
      ],
    });
    expect(await openCachedRegistration(cacheOwner, id)).toMatchObject({
      registration: {
        form: {
          patient_additional: [createFieldValue(eps, 'Sura')],
          visit_additional: [createFieldValue(arl, 'Bolívar')],
        },
      },
    });
  });

  it('P10.283 the device offers no correction for a cached evaluation that is signed', async () => {
    const { id } = await cacheEvaluation({ status: 'cerrada', closed_at: '2026-11-20T15:00:00Z' });
    expect(await openCachedRegistration(cacheOwner, id)).toEqual({ type: 'closed' });
  });

  it('P10.283 the device returns null for an evaluation that it has not cached', async () => {
    expect(await openCachedRegistration(cacheOwner, sampleEvaluation(2).id)).toBeNull();
  });
});
