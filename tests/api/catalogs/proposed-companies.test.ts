import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Company, CompanyList, ProposedCompanyList } from '#contract/catalogs/companies.ts';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import {
  countRows,
  createEvaluation,
  evaluationBody,
  fetchEvaluationDetail,
  idempotencyHeader,
} from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { type Proposal, createProposal, employedBy, nextNit } from '../support/proposals.ts';
import {
  type Caller,
  type Server,
  errorCodeOf,
  fieldProblemsOf,
  responseOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let admin: Caller;
let receptionist: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('proposed_companies');
  [admin, receptionist, doctor] = await Promise.all([
    server.as('admin'),
    server.as('desk'),
    server.as('doctor'),
  ]);
});
afterAll(() => server.stop());

const send = (proposal: Proposal, caller: Caller = receptionist, headers: Record<string, string> = {}) =>
  caller.post('/evaluations', { json: evaluationBody(server, {}, employedBy(proposal)), headers });
const propose = (proposal: Proposal): Promise<string> =>
  createEvaluation(server, receptionist, {}, employedBy(proposal));
const fetchCompany = async (id: string): Promise<Company> =>
  responseOf(Company, await receptionist.get(`/companies/${id}`));
const employerOf = async (evaluationId: string): Promise<string> =>
  (await fetchEvaluationDetail(doctor, evaluationId)).employer_company.id;
const merge = (id: string, into: string, caller: Caller = admin) =>
  caller.post(`/companies/${id}/merge`, { json: { into } });

describe('P10.426 proposed company', () => {
  it('P10.426 the server creates the company with its evaluation and logs it without its name', async () => {
    const [employer, contractor] = [createProposal(), createProposal({ name: 'Montajes (DEMO)', nit: null })];
    let evaluationId = '';
    const entries = await collectNewLogEntries(server, async () => {
      const roles = { contractor_company_id: contractor.id, proposed_companies: [employer, contractor] };
      evaluationId = await createEvaluation(server, receptionist, {}, employedBy(employer, roles));
    });
    const { employer_company, contractor_company } = await fetchEvaluationDetail(doctor, evaluationId);
    expect(employer_company).toEqual({ id: employer.id, name: employer.name, code: employer.nit });
    expect(contractor_company).toMatchObject({ id: contractor.id, name: contractor.name });
    expect(await fetchCompany(employer.id)).toMatchObject({
      is_proposed: true,
      is_active: true,
      proposed_nit: employer.nit,
      merged_into: null,
    });
    expect((await fetchCompany(contractor.id)).code).toMatch(/^PROP-[0-9A-F]{12}$/);
    const what = (id: string) => ['catalog_changed', 'done', { resource: 'companies', id, what: 'proposed' }];
    expect(entries).toEqual(expect.arrayContaining([what(employer.id), what(contractor.id)]));
    expect(JSON.stringify(entries)).not.toContain('DEMO');
  });

  it('P10.426 a retry and a second evaluation with the same proposal create no second company', async () => {
    const proposal = createProposal();
    const headers = idempotencyHeader();
    const json = evaluationBody(server, {}, employedBy(proposal));
    const first = await receptionist.post('/evaluations', { json, headers });
    const before = await countRows(server, 'companies');
    const again = await receptionist.post('/evaluations', { json, headers });
    expect(again.json()).toEqual(first.json());
    const [second, third] = await Promise.all([
      send({ ...proposal, name: 'Escrita distinto (DEMO)' }),
      send(proposal, await server.as('deskMedellin')),
    ]);
    expect([second.statusCode, third.statusCode]).toEqual([201, 201]);
    expect(await countRows(server, 'companies')).toBe(before);
    expect((await fetchCompany(proposal.id)).name).toBe(proposal.name);
  });

  it('P10.426 two concurrent evaluations with one proposal create one company', async () => {
    const proposal = createProposal();
    const before = await countRows(server, 'companies');
    const replies = await Promise.all([send(proposal), send(proposal), send(proposal)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await countRows(server, 'companies')).toBe(before + 1);
  });

  it('P10.426 the active company with the same NIT is used instead, and the response names it', async () => {
    const nit = '900373913-4';
    const known = await rowMakers.company(admin, { code: 'NIT 900.373.913-4' });
    const proposal = createProposal({ nit });
    const before = await countRows(server, 'companies');
    const made = responseOf(CreatedEvaluation, await send(proposal));
    expect(made.replaced_companies).toEqual([
      { proposed_id: proposal.id, company_id: known.id, name: known.name },
    ]);
    expect(await employerOf(made.id)).toBe(known.id);
    expect(await countRows(server, 'companies')).toBe(before);
  });

  it('P10.426 an inactive company with the same NIT does not stop the registration; the proposal keeps the NIT aside', async () => {
    const nit = nextNit();
    const closed = await rowMakers.company(admin, { code: nit });
    await admin.send('PATCH', `/companies/${closed.id}/status`, { json: { is_active: false } });
    const proposal = createProposal({ nit });
    expect(await employerOf(await propose(proposal))).toBe(proposal.id);
    const company = await fetchCompany(proposal.id);
    expect([company.proposed_nit, company.code.slice(0, 5)]).toEqual([nit, 'PROP-']);
  });

  it('P10.426 a NIT with a wrong check digit or another text is stored as typed, and equal names are two companies', async () => {
    const [wrong, text] = [createProposal({ nit: '900373913-1' }), createProposal({ nit: 'no sabe' })];
    await server.database.pool.query(`update companies set code = 'LIBRE' where code like '%900.373.913%'`);
    await propose(wrong);
    await propose(text);
    expect((await fetchCompany(wrong.id)).code).toBe('900373913-1');
    expect(await fetchCompany(text.id)).toMatchObject({
      name: wrong.name,
      proposed_nit: 'no sabe',
      code: `PROP-${text.id.slice(-12).toUpperCase()}`,
    });
  });

  it('P10.426 the server rejects three proposals, and names and NITs beyond the limits of a company, and creates nothing', async () => {
    const before = await countRows(server, 'companies');
    const bodies = [
      { proposed_companies: [createProposal(), createProposal(), createProposal()] },
      ...[{ name: ' ' }, { name: 'a'.repeat(201) }, { nit: '9'.repeat(41) }].map((other) =>
        employedBy(createProposal(other)),
      ),
      employedBy(createProposal(), { evaluation_type_id: randomUUID() }),
    ];
    for (const body of bodies) {
      const reply = await receptionist.post('/evaluations', { json: evaluationBody(server, {}, body) });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
    }
    expect(await countRows(server, 'companies')).toBe(before);
  });

  it('P10.426 a proposal without a role creates nothing, and a user who registers no patients cannot propose', async () => {
    const unused = createProposal();
    await createEvaluation(server, receptionist, {}, { proposed_companies: [unused] });
    expect((await receptionist.get(`/companies/${unused.id}`)).statusCode).toBe(404);
    const forbidden = createProposal();
    expect((await send(forbidden, doctor)).statusCode).toBe(403);
    expect((await receptionist.get(`/companies/${forbidden.id}`)).statusCode).toBe(404);
    expect((await receptionist.post('/companies', { json: { code: 'X', name: 'X' } })).statusCode).toBe(403);
  });

  it('P10.426 a correction can name a proposed company', async () => {
    const proposal = createProposal();
    const id = await createEvaluation(server, receptionist);
    const reply = await receptionist.send('PATCH', `/evaluations/${id}/registration`, {
      json: { reason: 'La empresa era otra.', ...employedBy(proposal) },
    });
    expect([reply.statusCode, await employerOf(id)]).toEqual([200, proposal.id]);
    expect((await fetchCompany(proposal.id)).is_proposed).toBe(true);
  });
});

describe('P10.427 proposed companies of another branch', () => {
  it('P10.427 another branch finds the company in the lists and uses it', async () => {
    const proposal = createProposal({ name: 'Vista en Medellín (DEMO)' });
    await propose(proposal);
    const other = await server.as('deskMedellin');
    const list = responseOf(CompanyList, await other.get('/companies?q=Vista en Medellín'));
    expect(list.items.map(({ id, is_proposed }) => [id, is_proposed])).toEqual([[proposal.id, true]]);
    await createEvaluation(server, other, {}, { employer_company_id: proposal.id });
    const { items } = responseOf(ProposedCompanyList, await admin.get('/proposed-companies'));
    expect(items.every(({ is_proposed }) => is_proposed)).toBe(true);
    expect(items.map(({ id }) => id)).toContain(proposal.id);
  });
});

describe('P10.428 confirmation and merge', () => {
  it('P10.428 an administrator confirms a proposal with corrected name and NIT; a taken NIT is rejected', async () => {
    const proposal = createProposal();
    await propose(proposal);
    const path = `/companies/${proposal.id}/confirmation`;
    const body = { code: 'FN-1', name: 'Flores Nuevas S.A.S. (DEMO)', billing_name: null, city: 'Tunja' };
    const taken = await admin.send('PUT', path, { json: { ...body, code: 'CPI' } });
    expect([errorCodeOf(taken), fieldProblemsOf(taken)]).toEqual([
      'code_taken',
      { code: 'Ya hay una empresa con este código.' },
    ]);
    const entries = await collectNewLogEntries(server, async () => {
      expect(responseOf(Company, await admin.send('PUT', path, { json: body }))).toMatchObject({
        ...body,
        is_proposed: false,
      });
    });
    expect(entries).toEqual([
      ['catalog_changed', 'done', { resource: 'companies', id: proposal.id, what: 'confirmed' }],
    ]);
    expect((await receptionist.send('PUT', path, { json: body })).statusCode).toBe(403);
  });

  it('P10.428 a merge moves the evaluations of both roles, frees the NIT and is logged by id', async () => {
    const proposal = createProposal();
    const target = await rowMakers.company(admin);
    const evaluationId = await propose(proposal);
    const contracted = await createEvaluation(
      server,
      receptionist,
      {},
      { contractor_company_id: proposal.id },
    );
    const entries = await collectNewLogEntries(server, async () => {
      expect(responseOf(Company, await merge(proposal.id, target.id)).id).toBe(target.id);
    });
    expect(entries).toEqual([
      [
        'catalog_changed',
        'done',
        { resource: 'companies', id: proposal.id, what: 'merged', into: target.id },
      ],
    ]);
    expect(await employerOf(evaluationId)).toBe(target.id);
    expect((await fetchEvaluationDetail(doctor, contracted)).contractor_company?.id).toBe(target.id);
    expect(await fetchCompany(proposal.id)).toMatchObject({
      is_active: false,
      is_proposed: false,
      merged_into: target.id,
    });
    const listed = await admin.get(`/companies?q=${proposal.name}&include_inactive=true&page_size=100`);
    expect(responseOf(CompanyList, listed).items.map(({ id }) => id)).not.toContain(proposal.id);
    const freed = { code: proposal.nit, name: target.name, billing_name: null, city: null };
    expect((await admin.send('PUT', `/companies/${target.id}`, { json: freed })).statusCode).toBe(200);
  });

  it('P10.428 a registration that arrives after the merge references the other company, with or without the proposal', async () => {
    const [proposal, target] = [createProposal({ nit: null }), await rowMakers.company(admin)];
    await propose(proposal);
    await merge(proposal.id, target.id);
    const late = responseOf(CreatedEvaluation, await send(proposal));
    expect(late.replaced_companies).toEqual([
      { proposed_id: proposal.id, company_id: target.id, name: target.name },
    ]);
    expect(await employerOf(late.id)).toBe(target.id);
    const named = await createEvaluation(server, receptionist, {}, { employer_company_id: proposal.id });
    expect(await employerOf(named)).toBe(target.id);
  });

  it('P10.428 a merge into a proposal that is merged later leads to the last company', async () => {
    const [first, second] = [createProposal(), createProposal()];
    const evaluationId = await propose(first);
    await propose(second);
    const target = await rowMakers.company(admin);
    await merge(first.id, second.id);
    await merge(second.id, target.id);
    expect(await employerOf(evaluationId)).toBe(target.id);
    expect((await fetchCompany(first.id)).merged_into).toBe(target.id);
  });

  it('P10.428 a repeated merge changes nothing; any other second merge is rejected', async () => {
    const [proposal, target] = [createProposal(), await rowMakers.company(admin)];
    await propose(proposal);
    await merge(proposal.id, target.id);
    const entries = await collectNewLogEntries(server, async () => {
      expect((await merge(proposal.id, target.id)).statusCode).toBe(200);
    });
    expect(entries).toEqual([]);
    const other = await rowMakers.company(admin);
    expect(fieldProblemsOf(await merge(proposal.id, other.id))).toEqual({
      into: 'Esta empresa ya no es una propuesta.',
    });
    const status = await admin.send('PATCH', `/companies/${proposal.id}/status`, {
      json: { is_active: true },
    });
    expect(fieldProblemsOf(status)).toEqual({
      is_active: 'Esta empresa se unió con otra y no se activa de nuevo.',
    });
  });

  it('P10.428 the server rejects a merge into itself, into an inactive or unknown company, of an unknown one, and by reception', async () => {
    const proposal = createProposal();
    await propose(proposal);
    const { closed, builder } = server.clinic.companies;
    expect(fieldProblemsOf(await merge(proposal.id, proposal.id.toUpperCase()))).toEqual({
      into: 'Una empresa no se une consigo misma. Elige otra.',
    });
    expect(fieldProblemsOf(await merge(proposal.id, closed))).toEqual({
      into: 'La empresa está inactiva. Elige otra.',
    });
    expect(fieldProblemsOf(await merge(proposal.id, randomUUID()))).toEqual({
      into: 'La empresa no existe.',
    });
    expect((await merge(randomUUID(), builder)).statusCode).toBe(404);
    expect(fieldProblemsOf(await merge(server.clinic.companies.scaffolds, builder))).toEqual({
      into: 'Esta empresa ya no es una propuesta.',
    });
    expect((await merge(proposal.id, builder, receptionist)).statusCode).toBe(403);
    expect((await fetchCompany(proposal.id)).is_proposed).toBe(true);
  });
});
