import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  EVALUATION_TEMPLATES_MAX,
  TEMPLATE_RESULTS_MAX,
  TEMPLATE_TEXTS_MAX_LENGTH,
} from '#contract/records/evaluation/templates.ts';
import type { Attack, AttackWorld } from '../attack.ts';

const HOSTILE_TEXT = '<img src=x onerror=alert(1)>';

const templateBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: `Plantilla ${randomUUID()}`,
  evaluation_type_id: null,
  job: null,
  results: [],
  notes: [{ note_type: 'concepto', content: 'Apto.' }],
  decisions: {},
  is_active: true,
  ...changes,
});

async function setTemplate(
  world: AttackWorld,
  body: unknown,
  who: Parameters<AttackWorld['call']>[0] = 'catalogs',
): Promise<number> {
  const path = `/evaluation-templates/${randomUUID()}`;
  return (await world.call(who, 'PUT', path, { json: body, headers: { 'if-match': '"r0"' } })).status;
}

const countTemplates = async ({ target }: AttackWorld): Promise<number> => {
  const { rows } = await target.pool.query<{ n: number }>(
    'select count(*)::integer as n from evaluation_templates',
  );
  return rows[0]?.n ?? -1;
};

/** Sends templates that are too large, reference other rows, or come from users without permission. */
async function sendInvalidTemplates(world: AttackWorld): Promise<string> {
  const { 'exams.hearing': hearing, 'companies.builder': company } = world.names;
  const results = (count: number) =>
    Array.from({ length: count }, () => ({ exam_id: randomUUID(), result_notes: 'Normal.' }));
  const invalid: readonly unknown[] = [
    templateBody({ results: results(TEMPLATE_RESULTS_MAX + 1) }),
    templateBody({ results: results(5_000) }),
    templateBody({ results: [{ exam_id: company, result_notes: 'Normal.' }] }),
    templateBody({
      results: [hearing, hearing?.toUpperCase()].map((id) => ({ exam_id: id, result_notes: 'N' })),
    }),
    templateBody({ notes: [{ note_type: 'concepto', content: 'x'.repeat(TEMPLATE_TEXTS_MAX_LENGTH + 1) }] }),
    templateBody({ notes: [{ note_type: 'firma', content: 'Apto.' }] }),
    templateBody({ notes: [] }),
    templateBody({ evaluation_type_id: company }),
    templateBody({
      decisions: { restrictions: Array.from({ length: 500 }, () => ({ what: 'x', days: 1 })) },
    }),
    templateBody({ decisions: { aptitude: { toString: 'x' } } }),
    templateBody({ name: 'x'.repeat(10_000) }),
    [],
    'null',
  ];
  for (const [nth, body] of invalid.entries()) {
    const status = await setTemplate(world, body);
    assert.ok(status >= 400 && status < 500, `The invalid template ${nth} has the response ${status}.`);
  }
  for (const who of ['anonymous', 'nobody', 'desk', 'doctor', 'deliverer'] as const) {
    const status = await setTemplate(world, templateBody(), who);
    assert.ok(status === 401 || status === 403, `${who} writes a template (${status}).`);
  }
  assert.equal(await countTemplates(world), 0, 'An invalid template is stored.');
  return `${invalid.length} invalid templates rejected`;
}

/** Creates more templates at once than a clinic may have. */
async function fillConcurrently(world: AttackWorld): Promise<string> {
  const bodies = Array.from({ length: EVALUATION_TEMPLATES_MAX + 20 }, () =>
    templateBody({ job: HOSTILE_TEXT }),
  );
  const statuses: number[] = [];
  const slowest = await world.probeWhile(async () => {
    statuses.push(...(await Promise.all(bodies.map((body) => setTemplate(world, body)))));
  });
  const unexpected = statuses.filter((status) => ![200, 400, 429].includes(status));
  assert.deepEqual(unexpected, [], 'Templates at once have other responses.');
  const stored = await countTemplates(world);
  assert.ok(stored > 0 && stored <= EVALUATION_TEMPLATES_MAX, `A clinic has ${stored} templates.`);
  return `${stored} of ${bodies.length} at once stored, others waited ${Math.round(slowest)} ms`;
}

/** Templates must change no evaluation. */
const listClinicalRows = async ({ target }: AttackWorld): Promise<unknown[]> =>
  (
    await target.pool.query(
      'select id, status, revision, (select count(*) from notes n where n.evaluation_id = e.id) from evaluations e order by id',
    )
  ).rows;

export const attack: Attack = {
  finding: 'A15',
  title:
    'templates are bounded, only a user who manages catalogues writes one, and none changes an evaluation',
  run: async (world) => {
    const before = await listClinicalRows(world);
    const figures = [await sendInvalidTemplates(world), await fillConcurrently(world)];
    assert.deepEqual(await listClinicalRows(world), before, 'A template changes an evaluation.');
    return figures;
  },
};
