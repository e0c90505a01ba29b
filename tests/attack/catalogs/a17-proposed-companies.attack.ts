import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { PROPOSALS_OF_AUTHOR_PER_DAY_MAX } from '#contract/limits.ts';
import type { Attack, AttackScale, AttackWorld } from '../attack.ts';

const PROPOSAL_COUNTS: Record<AttackScale, number> = { short: 24, whole: 120 };

interface Proposal {
  readonly id: string;
  readonly name: unknown;
  readonly nit: unknown;
}

let lastDocument = 9_999_000_800;

async function registerWith(
  world: AttackWorld,
  employer: string | undefined,
  proposed: readonly Proposal[],
): Promise<number> {
  lastDocument += 1;
  const json = {
    evaluation_type_id: world.names['types.entry'],
    employer_company_id: employer,
    proposed_companies: proposed,
    patient: {
      identification_type: 'CC',
      identification_number: String(lastDocument),
      first_name: 'A',
      last_name: 'B',
    },
  };
  return (await world.call('desk', 'POST', '/evaluations', { json })).status;
}

const createProposal = (changes: Partial<Proposal> = {}): Proposal => ({
  id: randomUUID(),
  name: 'Propuesta de Prueba',
  nit: null,
  ...changes,
});

const listCompanies = async (
  { target }: AttackWorld,
  ids: readonly (string | undefined)[],
): Promise<unknown[]> =>
  (
    await target.pool.query(
      'select id, code, name, is_active, is_proposed, merged_into from companies where id = any ($1) order by id',
      [ids],
    )
  ).rows;

/** Proposes companies that are in the catalogue, to rename one or make an inactive one active. */
async function proposeExistingCompanies(world: AttackWorld): Promise<void> {
  const ids = [world.names['companies.builder'], world.names['companies.closed']];
  const before = await listCompanies(world, ids);
  for (const id of ids)
    if (id !== undefined)
      await registerWith(world, id, [createProposal({ id, name: 'Otro nombre', nit: '900373913-4' })]);
  assert.deepEqual(await listCompanies(world, ids), before, 'A proposal changes a company of the catalogue.');
}

async function sendInvalidProposals(world: AttackWorld): Promise<string> {
  const valid = createProposal();
  const invalid: readonly (readonly Proposal[])[] = [
    [createProposal({ id: valid.id, name: 'x'.repeat(10_000) })],
    [createProposal({ id: valid.id, name: '' })],
    [createProposal({ id: valid.id, nit: '9'.repeat(10_000) })],
    [createProposal({ id: valid.id, nit: { a: 1 } })],
    Array.from({ length: 3 }, () => valid),
    Array.from({ length: 5_000 }, () => createProposal()),
  ];
  for (const [nth, proposed] of invalid.entries()) {
    const status = await registerWith(world, valid.id, proposed);
    assert.ok(status >= 400 && status < 500, `The invalid proposal ${nth} has the response ${status}.`);
  }
  assert.deepEqual(await listCompanies(world, [valid.id]), [], 'An invalid proposal is stored.');
  return `${invalid.length} invalid proposals rejected`;
}

/** Proposes many companies. Every registration must succeed, and reception's list must not fill with them. */
async function proposeMany(world: AttackWorld, scale: AttackScale): Promise<string> {
  const proposals = Array.from({ length: PROPOSAL_COUNTS[scale] }, () => createProposal());
  for (const proposal of proposals)
    assert.equal(await registerWith(world, proposal.id, [proposal]), 201, 'A proposal stops a registration.');
  const { rows } = await world.target.pool.query<{ n: number }>(
    'select count(*)::integer as n from companies where is_proposed and is_active',
  );
  const active = rows[0]?.n ?? -1;
  assert.ok(active > 0 && active <= PROPOSALS_OF_AUTHOR_PER_DAY_MAX, `${active} proposals are in the list.`);
  return `${active} of ${proposals.length} proposals in reception's list`;
}

/** Merges without permission, and two proposals into each other at the same time. */
async function mergeWithoutRight(world: AttackWorld): Promise<void> {
  const [one, other] = [createProposal(), createProposal()];
  for (const proposal of [one, other]) await registerWith(world, proposal.id, [proposal]);
  const merge = async (who: Parameters<AttackWorld['call']>[0], from: string, into: unknown) =>
    (await world.call(who, 'POST', `/companies/${from}/merge`, { json: { into } })).status;
  const { 'companies.builder': builder = '', 'companies.closed': closed = '' } = world.names;
  for (const who of ['anonymous', 'nobody', 'desk', 'doctor'] as const) {
    const status = await merge(who, one.id, builder);
    assert.ok(status === 401 || status === 403, `${who} merges companies (${status}).`);
  }
  for (const [from, into] of [
    [builder, closed],
    [closed, builder],
    [one.id, one.id],
    [one.id, randomUUID()],
    [one.id, 'x'],
  ] as const) {
    const status = await merge('admin', from, into);
    assert.ok(status >= 400 && status < 500, `A merge that is none has the response ${status}.`);
  }
  await Promise.all([
    merge('admin', one.id, builder),
    merge('admin', builder, one.id),
    merge('admin', other.id, builder),
  ]);
  const { rows } = await world.target.pool.query(
    `select 1 from companies c join companies t on t.id = c.merged_into where not t.is_active`,
  );
  assert.equal(rows.length, 0, 'A company is merged into one that is inactive.');
}

export const attack: Attack = {
  finding: 'A17',
  title: 'no proposed company stops a registration, changes another company or fills the list of reception',
  run: async (world, scale) => {
    await proposeExistingCompanies(world);
    const invalid = await sendInvalidProposals(world);
    await mergeWithoutRight(world);
    return [invalid, await proposeMany(world, scale)];
  },
};
