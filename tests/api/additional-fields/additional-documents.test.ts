// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import {
  nameValuePairs,
  createUnknownFieldValue,
  createAdditionalValue,
} from '../support/additional-fields.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import { additionalFieldBody, rowMakers } from '../support/examples/catalog-examples.ts';
import {
  type ClinicalFixture,
  fetchEvaluationEtag,
  makeEvaluationSignable,
  seedClinicalFixture,
  sign,
  signedVersionsOf,
} from '../support/clinical.ts';
import { correctRegistration } from '../support/corrections.ts';
import { type Caller, type Server, errorCodeOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let admin: Caller;
let receptionist: Caller;
let doctor: Caller;
let phoneField: AdditionalField;
let insurerField: AdditionalField;
beforeAll(async () => {
  server = await startServer('additional_documents');
  clinicalFixture = await seedClinicalFixture(server);
  [admin, receptionist, doctor] = [
    await server.as('admin'),
    await server.as('desk'),
    await server.as('doctor'),
  ];
  phoneField = await rowMakers.additionalField(admin, { name: 'Teléfono', position: 2 });
  insurerField = await rowMakers.additionalField(admin, { name: 'ARL', position: 1, on_concept: true });
  await rowMakers.additionalField(admin, { name: 'Correo', is_required: true });
});
afterAll(() => server.stop());

const createReadyEvaluation = async () => {
  const additional_fields = [
    createAdditionalValue(phoneField, '310 123 4567'),
    createAdditionalValue(insurerField, 'Positiva (DEMO)'),
    createUnknownFieldValue('Nocturno'),
  ];
  const id = await createEvaluation(server, receptionist, {}, { additional_fields });
  await makeEvaluationSignable(server, clinicalFixture, id);
  return id;
};
const putFieldDefinition = (field: AdditionalField, other: object) =>
  admin.send('PUT', `/additional-fields/${field.id}`, {
    json: additionalFieldBody({ name: field.name, position: field.position, ...other }),
  });
const readPrintedText = async (id: string, call: 'clinical-history' | 'concept-pdf') =>
  (await pdfTextOf((await doctor.get(`/evaluations/${id}/${call}`)).rawPayload)).replace(/ +/g, ' ');

describe('P10.348 signature of an evaluation with additional fields', () => {
  it('P10.348 a signed version stores each value with its print flags, but no empty field; later definition changes do not affect its documents', async () => {
    const id = await createReadyEvaluation();
    responseOf(Evaluation, await sign(doctor, id, clinicalFixture.doctors.signer));
    const [signed] = await signedVersionsOf(server, id);
    const flags = { on_history: true, on_concept: false };
    expect(signed?.content.additional_fields).toEqual([
      { ...createAdditionalValue(insurerField, 'Positiva (DEMO)'), on_history: true, on_concept: true },
      { ...createAdditionalValue(phoneField, '310 123 4567'), ...flags },
      { ...createUnknownFieldValue('Nocturno'), field_id: expect.any(String) as string, ...flags },
    ]);
    const history = await readPrintedText(id, 'clinical-history');
    for (const text of ['ARL Positiva (DEMO)', 'Teléfono 310 123 4567', 'Campo retirado Nocturno'])
      expect(history).toContain(text);
    expect(history).not.toContain('Correo');
    await putFieldDefinition(phoneField, { name: 'Celular', on_history: false, on_concept: true });
    await admin.send('PATCH', `/additional-fields/${insurerField.id}/status`, { json: { is_active: false } });
    expect(await readPrintedText(id, 'clinical-history')).toContain('Teléfono 310 123 4567');
    const concept = await readPrintedText(id, 'concept-pdf');
    expect(concept).toContain('ARL Positiva (DEMO)');
    expect(concept).not.toMatch(/310 123|Celular|Nocturno/);
    await putFieldDefinition(phoneField, {});
    await admin.send('PATCH', `/additional-fields/${insurerField.id}/status`, { json: { is_active: true } });
  });

  it('P10.348 a version signed while a field is inactive contains the stored value of that field', async () => {
    const id = await createReadyEvaluation();
    await admin.send('PATCH', `/additional-fields/${phoneField.id}/status`, { json: { is_active: false } });
    responseOf(Evaluation, await sign(doctor, id, clinicalFixture.doctors.signer));
    await admin.send('PATCH', `/additional-fields/${phoneField.id}/status`, { json: { is_active: true } });
    expect(await readPrintedText(id, 'clinical-history')).toContain('Teléfono 310 123 4567');
  });

  it('P10.348 the server rejects a signature when a correction changed a value after the doctor read the evaluation', async () => {
    const id = await createReadyEvaluation();
    const tag = await fetchEvaluationEtag(doctor, id);
    await correctRegistration(receptionist, id, {
      additional_fields: [createAdditionalValue(phoneField, '320')],
    });
    const reply = await sign(doctor, id, clinicalFixture.doctors.signer, { 'if-match': tag });
    expect(errorCodeOf(reply)).toBe('precondition_failed');
    const { additional_fields: fields } = await fetchEvaluationDetail(doctor, id);
    expect(nameValuePairs(fields)).toContainEqual(['Teléfono', '320']);
  });

  it('P10.348 the server rejects a signature when a definition’s print flags changed after the doctor read the evaluation', async () => {
    const id = await createReadyEvaluation();
    const tag = await fetchEvaluationEtag(doctor, id);
    await putFieldDefinition(phoneField, { on_concept: true });
    const reply = await sign(doctor, id, clinicalFixture.doctors.signer, { 'if-match': tag });
    expect(errorCodeOf(reply)).toBe('precondition_failed');
    await putFieldDefinition(phoneField, {});
  });

  it('P10.348 a signed version without values of additional fields has the same content as before additional fields existed', async () => {
    const id = await createEvaluation(server, receptionist);
    await makeEvaluationSignable(server, clinicalFixture, id);
    responseOf(Evaluation, await sign(doctor, id, clinicalFixture.doctors.signer));
    const [signed] = await signedVersionsOf(server, id);
    expect(signed?.content).not.toHaveProperty('additional_fields');
  });
});
