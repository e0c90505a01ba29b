// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Session } from '#contract/records/people/auth.ts';
import { Delivery, DeliveryList } from '#contract/records/evaluation/deliveries.ts';
import { type Route, routes } from '#contract/routes/routes.ts';
import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { createEvaluation } from '../support/capture.ts';
import {
  type ClinicalFixture,
  makeEvaluationSignable,
  receiptParts,
  reopen,
  seedClinicalFixture,
  seedReadyEvaluation,
  sign,
} from '../support/clinical.ts';
import { getSignaturePng, photo } from '../support/files/pictures.ts';
import { type Caller, type Server, rejectionOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let deliverer: Caller;
let signature: Buffer;
let otherSignature: Buffer;
beforeAll(async () => {
  server = await startServer('deliveries');
  clinicalFixture = await seedClinicalFixture(server);
  [doctor, deliverer] = [await server.as('doctor'), await server.as('deliverer')];
  [signature, otherSignature] = [await getSignaturePng(), await photo(3)];
});
afterAll(() => server.stop());

let dayCount = 0;
/**
 * Moves the server's clock to noon of a past day in Bogotá. Neither on this day nor on the next one has another test closed an
 * evaluation. A future day would end the sessions.
 */
function beginDay(): Date {
  dayCount += 1;
  server.clock.now = new Date(startOfBogotaDay(Date.now()) + (12 - 48 * dayCount) * 60 * 60_000);
  return server.clock.now;
}
const passMinutes = (minutes: number): void => {
  server.clock.now = new Date((server.clock.now ?? new Date()).getTime() + minutes * 60_000);
};

let patientCount = 0;
async function closeEvaluation(patient: object = {}): Promise<string> {
  patientCount += 1;
  const id = await createEvaluation(server, await server.as('desk'), {
    identification_number: String(9_999_200_000 + patientCount),
    ...patient,
  });
  await makeEvaluationSignable(server, clinicalFixture, id);
  expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
  return id;
}

const fetchDeliveries = async (query = '', caller = deliverer): Promise<DeliveryList> =>
  responseOf(DeliveryList, await caller.get(`/deliveries${query}`));
const idsOf = ({ items }: DeliveryList) => items.map(({ id }) => id);
const deliver = (id: string, parts = receiptParts(signature), caller = deliverer) =>
  caller.post(`/deliveries/${id}/receipt`, { parts });

/** Returns the paths of all values in the JSON, without the indexes of lists. */
function keyPathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  if (Array.isArray(value)) return value.flatMap((item) => keyPathsOf(item, at));
  return Object.entries(value).flatMap(([key, inner]) => keyPathsOf(inner, at === '' ? key : `${at}.${key}`));
}

const LISTED_KEYS = [
  'id',
  'version',
  'closed_at',
  'patient.full_name',
  'patient.identification_type',
  'patient.identification_number',
  'evaluation_type.name',
  'evaluation_type.code',
  'employer_company.name',
  'employer_company.code',
  'contractor_company.name',
  'contractor_company.code',
  'receipt.received_at',
  'receipt.has_concept',
];

describe('P10.384 list of deliveries', () => {
  it('the server lists the evaluations that the branch closed on the present day in Bogotá, newest first, and no open evaluation', async () => {
    beginDay();
    const yesterday = await closeEvaluation();
    passMinutes(12 * 60 - 1);
    expect(idsOf(await fetchDeliveries())).toEqual([yesterday]);
    passMinutes(1);
    expect(await fetchDeliveries()).toEqual({ items: [], total: 0, waiting: 0 });
    await seedReadyEvaluation(server, clinicalFixture);
    const first = await closeEvaluation();
    passMinutes(5);
    const second = await closeEvaluation();
    const list = await fetchDeliveries();
    expect(idsOf(list)).toEqual([second, first]);
    expect(list).toMatchObject({ total: 2, waiting: 2 });
    expect(idsOf(list)).not.toContain(yesterday);
    await reopen(doctor, second);
    expect(idsOf(await fetchDeliveries())).toEqual([first]);
  });

  it('P10.385 GET /deliveries and a receipt return exactly the listed keys for an evaluation, none of them clinical', async () => {
    beginDay();
    const patient = { birth_date: '1990-05-17', occupation_name: 'Soldador de línea' };
    const id = await closeEvaluation(patient);
    await server.database.pool.query(
      'update evaluations set contractor_company_id = $2, additional_info = $3 where id = $1',
      [id, server.clinic.companies.scaffolds, 'Trabajo en alturas.'],
    );
    const received = await deliver(id);
    const reply = await deliverer.get('/deliveries');
    expect(keyPathsOf(reply.json()).sort()).toEqual(
      [...LISTED_KEYS.map((key) => `items.${key}`), 'total', 'waiting'].sort(),
    );
    expect(keyPathsOf(received.json()).sort()).toEqual([...LISTED_KEYS].sort());
    expect(reply.body).not.toMatch(/apto|1990|Soldador|alturas|normal/i);
  });

  it('the list of deliveries can be searched by name and document number like the list of evaluations, and filtered by state', async () => {
    beginDay();
    const renata = await closeEvaluation({
      first_name: 'Renata',
      last_name: "D'Ávila",
      second_last_name: null,
    });
    passMinutes(1);
    const other = await closeEvaluation({ identification_number: '9999200999' });
    for (const search of ['renata', 'd’ávila', 'RENÁTA  d', "d'avila"])
      expect(idsOf(await fetchDeliveries(`?search=${encodeURIComponent(search)}`))).toEqual([renata]);
    expect(await fetchDeliveries('?search=9.999.200.999')).toMatchObject({
      items: [{ id: other }],
      total: 1,
      waiting: 2,
    });
    await deliver(other);
    expect(await fetchDeliveries('?state=waiting')).toMatchObject({
      items: [{ id: renata }],
      total: 1,
      waiting: 1,
    });
    expect(await fetchDeliveries('?state=delivered')).toMatchObject({
      items: [{ id: other }],
      total: 1,
      waiting: 1,
    });
    expect(await fetchDeliveries('?page=2&page_size=1')).toMatchObject({ items: [{ id: renata }], total: 2 });
    expect((await deliverer.get('/deliveries?page_size=1000')).statusCode).toBe(400);
  });

  it('P10.388 the server responds 304 to the ETag of an unchanged list of deliveries, and logs repeated requests of the list once', async () => {
    beginDay();
    await closeEvaluation();
    const entries = await collectNewLogEntries(server, async () => {
      const { etag } = (await deliverer.get('/deliveries?state=waiting&page_size=7')).headers;
      const again = await deliverer.get('/deliveries?state=waiting&page_size=7', {
        'if-none-match': String(etag),
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      await closeEvaluation();
      const changed = await deliverer.get('/deliveries?state=waiting&page_size=7', {
        'if-none-match': String(etag),
      });
      expect(changed.statusCode).toBe(200);
    });
    expect(entries.filter(([action]) => action === 'evaluations_listed')).toEqual([
      ['evaluations_listed', 'done', expect.objectContaining({ shown: 1, total: 1, filters: ['state'] })],
    ]);
  });

  it('a user of another branch gets an empty list of deliveries and cannot store a receipt', async () => {
    beginDay();
    const id = await closeEvaluation();
    const elsewhere = await server.as('doctorMedellin');
    expect(await fetchDeliveries('', elsewhere)).toEqual({ items: [], total: 0, waiting: 0 });
    expect(rejectionOf(await deliver(id, receiptParts(signature), elsewhere))).toEqual([404, 'not_found']);
    expect(rejectionOf(await (await server.as('branchless')).get('/deliveries'))).toEqual([
      403,
      'branch_not_resolved',
    ]);
  });
});

describe('P10.385 access with deliver_documents alone', () => {
  it('a user with only deliver_documents can use the list of deliveries, the concept and its receipt, and no other call about an evaluation', async () => {
    beginDay();
    const id = await closeEvaluation();
    expect((await deliverer.get(`/evaluations/${id}/concept-pdf`)).statusCode).toBe(200);
    const opened = Object.entries<Route>(routes)
      .filter(([, { access }]) => Array.isArray(access) && access.includes('deliver_documents'))
      .map(([name]) => name);
    expect(opened.sort()).toEqual(['conceptPdf', 'deliver', 'listDeliveries']);
    for (const path of ['', '/clinical-history', '/registration', '/closings/1/concept-pdf'])
      expect(rejectionOf(await deliverer.get(`/evaluations/${id}${path}`))).toEqual([403, 'forbidden']);
    expect(rejectionOf(await deliverer.get('/evaluations'))).toEqual([403, 'forbidden']);
    const receipt = { parts: receiptParts(signature) };
    expect(rejectionOf(await deliverer.post(`/evaluations/${id}/receipt`, receipt))).toEqual([
      403,
      'forbidden',
    ]);
  });

  it('P10.385 a user with only deliver_documents gets a 404 for concept and receipt of an evaluation that was closed on another day', async () => {
    beginDay();
    const id = await closeEvaluation();
    passMinutes(24 * 60);
    expect(rejectionOf(await deliverer.get(`/evaluations/${id}/concept-pdf`))).toEqual([404, 'not_found']);
    expect(rejectionOf(await deliver(id))).toEqual([404, 'not_found']);
    expect((await doctor.get(`/evaluations/${id}/concept-pdf`)).statusCode).toBe(200);
  });

  it('the server rejects the list of deliveries and a receipt from users without deliver_documents, even from doctors', async () => {
    const id = await closeEvaluation();
    for (const person of ['desk', 'doctor', 'catalogs'] as const) {
      const caller = await server.as(person);
      expect(rejectionOf(await caller.get('/deliveries'))).toEqual([403, 'forbidden']);
      expect(rejectionOf(await deliver(id, receiptParts(signature), caller))).toEqual([403, 'forbidden']);
    }
  });
});

describe('P10.386 receipt taken by reception', () => {
  it('the server stores and logs the receipt with the user who handed the concept over, and the evaluation shows both to the doctor', async () => {
    const at = beginDay();
    const id = await closeEvaluation();
    const entries = await collectNewLogEntries(server, async () => {
      const reply = await deliver(id);
      expect(responseOf(Delivery, reply)).toMatchObject({
        id,
        receipt: { received_at: at.toISOString(), has_concept: true },
      });
      expect(reply.headers['etag']).toBeUndefined();
      expect((await deliver(id)).statusCode).toBe(200);
    });
    expect(entries).toEqual([['documents_handed_over', 'done', { version: 1, items: 'concept' }]]);
    expect((await doctor.get(`/evaluations/${id}`)).json()).toMatchObject({
      closings: [{ receipt: { items: ['concept'], handed_by: 'Persona deliverer' } }],
    });
    expect(await fetchDeliveries()).toMatchObject({ waiting: 0 });
  });

  it.each(['history', 'results', 'concept,history'])(
    'the server rejects a receipt for %s from a user with only deliver_documents, logs the rejection and stores nothing',
    async (items) => {
      const id = await closeEvaluation();
      const entries = await collectNewLogEntries(server, async () =>
        expect(rejectionOf(await deliver(id, receiptParts(signature, { items })))).toEqual([
          403,
          'forbidden',
        ]),
      );
      expect(entries).toEqual([['documents_handed_over', 'refused', { code: 'forbidden' }]]);
      const { rows } = await server.database.pool.query('select 1 from receipts where evaluation_id = $1', [
        id,
      ]);
      expect(rows).toEqual([]);
    },
  );

  it('a user who may also read evaluations can store a receipt for the concept, the results and the clinical history', async () => {
    const id = await closeEvaluation();
    const parts = receiptParts(signature, { items: 'concept,results,history' });
    expect((await deliver(id, parts, await server.as('admin'))).statusCode).toBe(200);
  });

  it('an evaluation that is signed again waits for delivery again, and the server accepts one receipt, for the valid version only', async () => {
    beginDay();
    const id = await closeEvaluation();
    await deliver(id);
    await reopen(doctor, id);
    expect(rejectionOf(await deliver(id, receiptParts(otherSignature)))).toEqual([409, 'evaluation_open']);
    passMinutes(3);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    expect(await fetchDeliveries('?state=waiting')).toMatchObject({
      items: [{ id, version: 2, receipt: null }],
    });
    expect(rejectionOf(await deliver(id, receiptParts(otherSignature)))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect((await deliver(id, receiptParts(otherSignature, { version: '2' }))).statusCode).toBe(200);
    expect(rejectionOf(await deliver(id, receiptParts(signature, { version: '2' })))).toEqual([
      409,
      'media_exists',
    ]);
  });

  it('the list of deliveries states that the concept was not handed over when a doctor’s receipt omits it', async () => {
    beginDay();
    const id = await closeEvaluation();
    await doctor.post(`/evaluations/${id}/receipt`, { parts: receiptParts(signature, { items: 'history' }) });
    expect(await fetchDeliveries()).toMatchObject({
      items: [{ receipt: { has_concept: false } }],
      waiting: 0,
    });
  });
});

describe('P10.387 granting a permission that no user has', () => {
  it('the session of an administrator names all permissions as grantable, also those that the administrator lacks; other sessions name none', async () => {
    const fetchGrantable = async (person: 'global' | 'desk'): Promise<readonly Permission[] | undefined> =>
      responseOf(Session, await (await server.as(person)).get('/auth/me')).grantable_permissions;
    expect(await fetchGrantable('global')).toEqual(PERMISSIONS);
    expect(await fetchGrantable('desk')).toEqual([]);
  });
});
