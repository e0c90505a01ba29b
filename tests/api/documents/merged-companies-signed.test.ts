import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { Company } from '#contract/catalogs/companies.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { makeEvaluationSignable, seedClinicalFixture, sign } from '../support/clinical.ts';
import { responseOf, startServer } from '../support/server.ts';

it('P10.428 a document signed before the merge keeps the name of the proposed company', async () => {
  const server = await startServer('merged_companies_signed');
  onTestFinished(() => server.stop());
  const clinicalFixture = await seedClinicalFixture(server);
  const [admin, doctor] = [await server.as('admin'), await server.as('doctor')];
  const proposal = { id: randomUUID(), name: 'Nombre Propuesto (DEMO)', nit: null };
  const roles = { employer_company_id: proposal.id, proposed_companies: [proposal] };
  const id = await createEvaluation(server, await server.as('desk'), {}, roles);
  await makeEvaluationSignable(server, clinicalFixture, id);
  expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
  const target = await rowMakers.company(admin, { name: 'Empresa Definitiva (DEMO)' });
  responseOf(Company, await admin.post(`/companies/${proposal.id}/merge`, { json: { into: target.id } }));
  expect((await fetchEvaluationDetail(doctor, id)).employer_company.id).toBe(target.id);
  const concept = await pdfTextOf((await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload);
  expect(concept).toContain('Nombre Propuesto (DEMO)');
  expect(concept).not.toContain('Empresa Definitiva');
});
