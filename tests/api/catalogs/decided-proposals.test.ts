import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProposedCompanyList } from '#contract/catalogs/companies.ts';
import { CatalogOptions } from '#contract/catalogs/options.ts';
import { PROPOSALS_OF_AUTHOR_PER_DAY_MAX, UNDECIDED_PROPOSALS_MAX } from '#contract/limits.ts';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { CorrectedRegistration } from '#contract/records/evaluation/corrections.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { createEvaluation, evaluationBody, fetchEvaluationDetail } from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { countStatementsWaitingForLock, holdLocks } from '../support/locks.ts';
import { type Proposal, createProposal, employedBy, nextNit } from '../support/proposals.ts';
import { type Caller, type Server, fieldProblemsOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
let receptionist: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('decided_proposals');
  [admin, receptionist, doctor] = await Promise.all([
    server.as('admin'),
    server.as('desk'),
    server.as('doctor'),
  ]);
});
afterAll(() => server.stop());

const runSql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
const send = (proposal: Proposal, headers: Record<string, string> = {}, caller = receptionist) =>
  caller.post('/evaluations', { json: evaluationBody(server, {}, employedBy(proposal)), headers });
const propose = (proposal: Proposal) => createEvaluation(server, receptionist, {}, employedBy(proposal));
const employerOf = async (id: string) => (await fetchEvaluationDetail(doctor, id)).employer_company.id;
const merge = (id: string, into: string) => admin.post(`/companies/${id}/merge`, { json: { into } });
const setActive = (id: string, isActive: boolean) =>
  admin.send('PATCH', `/companies/${id}/status`, { json: { is_active: isActive } });
const confirm = (id: string) =>
  admin.send('PUT', `/companies/${id}/confirmation`, {
    json: { code: nextNit(), name: 'Confirmada (DEMO)', billing_name: null, city: null },
  });
const correct = (caller: Caller, id: string, proposal: Proposal) =>
  caller.send('PATCH', `/evaluations/${id}/registration`, {
    json: { reason: 'La empresa era otra.', ...employedBy(proposal) },
  });

describe('P10.428 merges of several companies', () => {
  it('P10.428 a registration follows two merges to the last company', async () => {
    const [first, second] = [createProposal(), createProposal()];
    await propose(first);
    await propose(second);
    const target = await rowMakers.company(admin);
    await merge(second.id, target.id);
    await merge(first.id, target.id);
    // A merge that runs at the same time as another one can leave such a chain.
    await runSql('update companies set merged_into = $2 where id = $1', [first.id, second.id]);
    const made = responseOf(CreatedEvaluation, await send(first));
    expect(made.replaced_companies).toEqual([
      { proposed_id: first.id, company_id: target.id, name: target.name },
    ]);
    expect(await employerOf(made.id)).toBe(target.id);
  });

  it('P10.428 a registration that finds a company by its NIT uses the one into which a concurrent merge moves it', async () => {
    const [known, target] = [createProposal(), await rowMakers.company(admin)];
    await propose(known);
    const release = await holdLocks(
      server,
      `select from companies where id = '${known.id}' for update`,
      `update companies set is_active = false, is_proposed = false, merged_into = '${target.id}', code = 'M-${known.id.slice(0, 8)}'
        where id = '${known.id}'`,
    );
    const sent = send(createProposal({ nit: known.nit }));
    await retryUntilPassing(async () => expect(await countStatementsWaitingForLock(server)).toBe(1));
    await release();
    expect(await employerOf(responseOf(CreatedEvaluation, await sent).id)).toBe(target.id);
  });

  it('P10.428 a repeated merge moves references stored since, and branches move to the other company', async () => {
    const [proposal, target] = [createProposal(), await rowMakers.company(admin)];
    const id = await propose(proposal);
    const branch = await rowMakers.branch(admin, server, { company_id: proposal.id });
    await merge(proposal.id, target.id);
    const { rows } = await runSql('select company_id from branches where id = $1', [branch.id]);
    expect(rows).toEqual([{ company_id: target.id }]);
    await runSql('update evaluations set employer_company_id = $2 where id = $1', [id, proposal.id]);
    expect((await merge(proposal.id, target.id)).statusCode).toBe(200);
    expect(await employerOf(id)).toBe(target.id);
  });

  it('P10.428 a capture from before the other company existed is accepted after that company is deactivated', async () => {
    const captured = { 'x-captured-at': new Date(Date.now() - 3_600_000).toISOString() };
    const [proposal, target] = [createProposal(), await rowMakers.company(admin)];
    await propose(proposal);
    const deactivated = createProposal();
    await propose(deactivated);
    await setActive(deactivated.id, false);
    expect((await send(deactivated, captured)).statusCode).toBe(201);
    await merge(proposal.id, target.id);
    await setActive(target.id, false);
    expect((await send(proposal, captured)).statusCode).toBe(201);
    expect(fieldProblemsOf(await send(proposal))).toEqual({
      employer_company_id: 'La empresa está inactiva. Elige otra.',
    });
  });
});

describe('P10.427 search of companies', () => {
  it('P10.427 options mark proposals with their NIT, and contain no merged company', async () => {
    const [open, merged] = [createProposal({ nit: 'no sabe' }), createProposal()];
    await propose(open);
    await propose(merged);
    await merge(merged.id, (await rowMakers.company(admin)).id);
    const { items } = responseOf(
      CatalogOptions,
      await receptionist.get('/catalogs/companies/options?q=Flores Nuevas&include_inactive=true&limit=100'),
    );
    const optionOf = ({ id }: Proposal) => items.find(({ value }) => value === id);
    expect(optionOf(open)?.meta).toMatchObject({ is_proposed: true, proposed_nit: 'no sabe' });
    expect(optionOf(merged)).toBeUndefined();
  });
});

it('P10.427 a device that has the companies in the earlier format gets them again', async () => {
  const { headers } = await receptionist.get('/companies');
  const earlier = String(headers.etag).replace('companies-3-', 'companies-2-');
  const again = await receptionist.send('GET', '/companies', { headers: { 'if-none-match': earlier } });
  expect(again.statusCode).toBe(200);
});

describe('P10.428 decisions of two administrators', () => {
  it('P10.428 the server rejects the confirmation of a merged company, and of one that was never proposed', async () => {
    const [proposal, target] = [createProposal(), await rowMakers.company(admin)];
    await propose(proposal);
    await merge(proposal.id, target.id);
    expect(fieldProblemsOf(await confirm(proposal.id))).toEqual({
      is_proposed: 'Esta empresa se unió con otra.',
    });
    expect(fieldProblemsOf(await confirm(target.id))).toEqual({
      is_proposed: 'Esta empresa no es una propuesta.',
    });
  });
});

describe('P10.426 corrections with proposals', () => {
  it('P10.426 a correction reports replaced companies; its author needs the permission to register patients', async () => {
    const [proposal, target] = [createProposal(), await rowMakers.company(admin)];
    await propose(proposal);
    await merge(proposal.id, target.id);
    const id = await createEvaluation(server, receptionist);
    expect(fieldProblemsOf(await correct(doctor, id, createProposal()))).toEqual({
      proposed_companies: 'Solo recepción propone empresas. Elige otra.',
    });
    const corrected = responseOf(CorrectedRegistration, await correct(doctor, id, proposal));
    expect(corrected.replaced_companies).toEqual([
      { proposed_id: proposal.id, company_id: target.id, name: target.name },
    ]);
  });
});

describe('P10.426 limits of proposals', () => {
  const setProposalsOfAuthor = (age: string) =>
    runSql(`update companies set created_at = now() - $1::interval where proposed_at is not null`, [age]);
  const fetchList = async () => responseOf(ProposedCompanyList, await admin.get('/proposed-companies'));
  const addUndecided = (count: number) =>
    runSql(
      `insert into companies (id, code, name, is_proposed, proposed_at)
        select gen_random_uuid(), 'LIM-' || n, 'Límite (DEMO)', true, now() from generate_series(1, $1::int) n`,
      [count],
    );

  it('P10.426 proposals of one author beyond 20 in a day are stored inactive; their registrations succeed', async () => {
    await runSql('update companies set is_proposed = false');
    await setProposalsOfAuthor('2 days');
    for (let nth = 0; nth < PROPOSALS_OF_AUTHOR_PER_DAY_MAX; nth += 1) await propose(createProposal());
    const before = await fetchList();
    expect(before.items.every(({ is_active }) => is_active)).toBe(true);
    const [further, old] = [createProposal(), { 'x-captured-at': '2020-01-02T08:00:00-05:00' }];
    expect((await send(further, old)).statusCode).toBe(201);
    expect((await send(further)).statusCode, 'a second patient of the company').toBe(201);
    const { items, total_count: total } = await fetchList();
    expect(total).toBe(before.total_count + 1);
    expect(items.at(-1)).toMatchObject({ id: further.id, is_active: false });
    await confirm(further.id);
    const { rows } = await runSql('select is_active from companies where id = $1', [further.id]);
    expect(rows).toEqual([{ is_active: true }]);
    await setProposalsOfAuthor('2 days');
    const next = createProposal();
    await propose(next);
    expect((await fetchList()).items.at(-1)).toMatchObject({ id: next.id, is_active: true });
  });

  it('P10.426 a proposal beyond 200 without a decision is stored inactive until an administrator deactivates others', async () => {
    await setProposalsOfAuthor('2 days');
    await addUndecided(UNDECIDED_PROPOSALS_MAX);
    const [further, next] = [createProposal(), createProposal()];
    const isActive = async ({ id }: Proposal) =>
      (await runSql('select is_active from companies where id = $1', [id])).rows[0]?.is_active;
    await propose(further);
    expect(await isActive(further)).toBe(false);
    const { items, total_count: total } = await fetchList();
    expect([items.length, total]).toEqual([100, expect.any(Number)]);
    expect(total).toBeGreaterThan(UNDECIDED_PROPOSALS_MAX);
    expect(items.every(({ is_active }) => is_active)).toBe(true);
    await runSql(`update companies set is_active = false where is_proposed`);
    await propose(next);
    expect(await isActive(next)).toBe(true);
  });
});
