// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { createEvaluation, fetchEvaluationDetail, nextDocumentNumber } from '../support/capture.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  seedReadyEvaluation,
  reopen,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import { CORRECTION_REASON, correctRegistration } from '../support/corrections.ts';
import { type Caller, type Server, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
let clinicalFixture: ClinicalFixture;
beforeAll(async () => {
  server = await startServer('corrections_kept');
  clinicalFixture = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const COUNTS_QUERY = `select * from evaluation_counts where evaluations <> 0
  order by branch_id, employer_company_id, contractor_company_id, month, status`;
const FIGURES_QUERY = `select * from period_figures
  where (pendiente, en_proceso, cerrada, timed, new_patients, returning_patients) <> (0, 0, 0, 0, 0, 0)
  order by branch_id, employer_company_id, contractor_company_id, unit, start`;
const selectRows = async (text: string) => (await server.database.pool.query<object>(text)).rows;
const readTotals = async () => [await selectRows(COUNTS_QUERY), await selectRows(FIGURES_QUERY)];
const foldChanges = () => selectRows('select fold_evaluation_changes(5000)');
const fetchListTotal = async (tail: string) =>
  (await doctor.get(`/evaluations?${tail}`)).json<{ total: number }>().total;

describe('P10.292 totals and statistics after a correction', () => {
  it('P10.292 after a correction, totals count the corrected employer, contractor, type and patient, before and after the stored totals are updated', async () => {
    const { companies, types } = server.clinic;
    const number = nextDocumentNumber();
    await createEvaluation(server, receptionist, { identification_number: number, first_name: 'Wenceslao' });
    const id = await createEvaluation(
      server,
      receptionist,
      {},
      { contractor_company_id: companies.scaffolds },
    );
    await foldChanges();
    expect(await fetchListTotal(`employer_company_id=${companies.builder}`)).toBe(2);
    expect(await fetchListTotal('search=wenceslao')).toBe(1);
    await correctRegistration(receptionist, id, {
      employer_company_id: companies.scaffolds,
      contractor_company_id: null,
    });
    expect(await fetchListTotal(`employer_company_id=${companies.builder}`)).toBe(1);
    expect(await fetchListTotal(`contractor_company_id=${companies.scaffolds}`)).toBe(0);
    await foldChanges();
    await correctRegistration(receptionist, id, {
      evaluation_type_id: types.exit,
      other_patient: {
        identification_type: 'CC',
        identification_number: number,
        first_name: 'Wenceslao',
        last_name: 'Gil',
      },
    });
    expect(await fetchListTotal('search=wenceslao')).toBe(2);
    await foldChanges();
    await correctRegistration(receptionist, id, { patient: { first_name: 'Wilson' } });
    expect(await fetchListTotal('search=wenceslao')).toBe(0);
    expect(await fetchListTotal('search=wilson')).toBe(2);
    await foldChanges();
    const folded = await readTotals();
    await selectRows('select recount_evaluations()');
    expect(folded).toEqual(await readTotals());
  });
});

describe('P10.292 documents of a corrected registration', () => {
  it('P10.292 a signed version stores the corrections; the clinical history prints each of them, and the concept none', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    await reopen(doctor, id);
    await correctRegistration(receptionist, id, {
      patient: { first_name: 'Xiomara', occupation_name: 'Soldadora' },
    });
    const seen = await fetchEvaluationDetail(doctor, id);
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    const [before, closing] = await signedVersionsOf(server, id);
    expect(before?.content).not.toHaveProperty('corrections');
    expect(closing?.content.corrections).toEqual(
      seen.corrections?.map(({ by_id: _id, ...correction }) => correction),
    );
    const [history, concept] = await Promise.all(
      ['clinical-history', 'concept-pdf'].map(async (call) =>
        pdfTextOf((await doctor.get(`/evaluations/${id}/${call}`)).rawPayload),
      ),
    );
    expect(history).toMatch(/Registro corregido el \d\d\/\d\d\/\d{4} \d\d:\d\d, por Persona desk/);
    for (const words of [
      `Motivo: ${CORRECTION_REASON}`,
      'Primer nombre: Ana → Xiomara',
      'Cargo: sin dato → Soldadora',
    ])
      expect(history).toContain(words);
    expect(concept).toContain('Xiomara');
    for (const words of ['corregido', CORRECTION_REASON, 'Ana Gil']) expect(concept).not.toContain(words);
  });

  it('P10.292 after a correction to another patient, the clinical history shows no data of the previous patient', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const { patient: before } = await fetchEvaluationDetail(doctor, id);
    const number = nextDocumentNumber();
    const names = { first_name: 'Ángela', last_name: 'Muñoz' };
    await correctRegistration(receptionist, id, {
      other_patient: { identification_type: 'CC', identification_number: number, ...names },
    });
    await sign(doctor, id, clinicalFixture.doctors.signer);
    const history = await pdfTextOf((await doctor.get(`/evaluations/${id}/clinical-history`)).rawPayload);
    expect(history).toContain('Paciente: otra persona → Ángela Muñoz');
    expect(history).not.toContain(before.identification_number);
  });
});
