import { sql } from 'drizzle-orm';
import { CATALOG_KEYS } from '#contract/catalogs/all.ts';
import type { ActivityAbout } from '#contract/records/evaluation/clinical.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import type { activity } from '../../schema/activity.ts';

type SubjectActivityRow = Pick<typeof activity.$inferSelect, 'sequence' | 'action' | 'detail'>;

/**
 * Object that a change affected, as identified in the detail of a log entry. Entries about devices have no subject, because a
 * device's name may be that of a person.
 */
interface ActivitySubject {
  readonly kind: string;
  readonly id: string;
  readonly what: string | null;
}

const stringOrNull = (value: SubjectActivityRow['detail'][string] | undefined): string | null =>
  typeof value === 'string' ? value : null;

function subjectOf({ action, detail }: SubjectActivityRow): ActivitySubject | null {
  const [resource, id, userId] = [detail['resource'], detail['id'], detail['user_id']].map(stringOrNull);
  if (resource && id) return { kind: resource, id, what: stringOrNull(detail['what']) };
  if (!userId) return null;
  const what = action === 'user_status_changed' ? stringOrNull(detail['to']) : null;
  return { kind: 'users', id: userId, what };
}

/**
 * Query for the current names of the subjects. The log stores only their ids, so that an entry stays unchanged when a subject
 * is renamed.
 */
const catalogNameUnionsSql = CATALOG_KEYS.map(
  (key) => sql`union all select ${sql.raw(`'${key}'`)}, id, name from ${sql.identifier(key)}`,
);
const SUBJECT_NAMES_SQL = sql`
  select 'users' as kind, id, display_name as name from users
  ${sql.join(catalogNameUnionsSql, sql.raw(' '))}
  union all select 'exam-packages', p.id, t.name from exam_packages p join evaluation_types t on t.id = p.evaluation_type_id
  union all select 'evaluation-templates', id, name from evaluation_templates`;

/**
 * Returns the name of the user or catalogue row that each log entry is about, by sequence number of the entry. Entries about no
 * user or row are omitted, as are entries about a row that no longer exists.
 */
export async function subjectsOf(
  db: Executor,
  lines: readonly SubjectActivityRow[],
): Promise<ReadonlyMap<number, ActivityAbout>> {
  const subjects = lines.flatMap((line) => {
    const subject = subjectOf(line);
    return subject ? [{ sequence: line.sequence, ...subject }] : [];
  });
  if (subjects.length === 0) return new Map();
  const ids = sql.param([...new Set(subjects.map(({ id }) => id))]);
  const { rows } = await db.execute<{ kind: string; id: string; name: string }>(
    sql`select kind, id, name from (${SUBJECT_NAMES_SQL}) named where id = any(${ids}::uuid[])`,
  );
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return new Map(
    subjects.flatMap(({ sequence, kind, id, what }) => {
      const name = names.get(`${kind} ${id}`);
      return name === undefined ? [] : [[sequence, { kind, name, what }]];
    }),
  );
}
