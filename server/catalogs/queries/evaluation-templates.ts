import { type SQL, asc, eq, sql } from 'drizzle-orm';
import { EVALUATION_TEMPLATES_MAX, EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluationTypes, evaluationTemplates } from '../../schema/catalogs.ts';

const resultsWithExamsSql = sql<EvaluationTemplate['results']>`(
  select coalesce(json_agg(json_build_object(
    'exam', json_build_object('id', e.id, 'name', e.name, 'code', e.code, 'is_active', e.is_active),
    'result_notes', r.value ->> 'result_notes') order by r.ordinality), '[]')
  from jsonb_array_elements(evaluation_templates.results) with ordinality r
  join exams e on e.id = (r.value ->> 'exam_id')::uuid)`;

async function selectTemplates(db: Executor, filter?: SQL): Promise<EvaluationTemplate[]> {
  const { id, name, job, notes, decisions, is_active, revision } = evaluationTemplates;
  const rows = await db
    .select({
      id,
      name,
      evaluation_type: { id: evaluationTypes.id, name: evaluationTypes.name, code: evaluationTypes.code },
      job,
      results: resultsWithExamsSql,
      notes,
      decisions,
      is_active,
      revision,
    })
    .from(evaluationTemplates)
    .leftJoin(evaluationTypes, eq(evaluationTypes.id, evaluationTemplates.evaluation_type_id))
    .where(filter)
    .orderBy(asc(sql`fold_text(${name})`))
    .limit(EVALUATION_TEMPLATES_MAX);
  return rows.map((row) => EvaluationTemplate.parse(row));
}

/** Returns all templates of the clinic by name, also inactive ones. */
export const listEvaluationTemplates = (db: Executor): Promise<EvaluationTemplate[]> => selectTemplates(db);

export async function findEvaluationTemplate(db: Executor, id: string): Promise<EvaluationTemplate | null> {
  const [found] = await selectTemplates(db, eq(evaluationTemplates.id, id));
  return found ?? null;
}
