import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { CreatedEvaluation, Media } from '#contract/records/evaluation/capture.ts';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { CATALOGS, type CatalogName } from '#contract/catalogs/all.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { hashToken, newToken } from '#server/platform/access/session-token.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import * as schema from '#tests/support/server/tables.ts';
import { TEST_USERS, type TestUser, type TestUserName, seedClinic } from '#tests/api/support/clinic.ts';
import { type Part, mediaParts, createMultipartBody } from '#tests/api/support/files/multipart.ts';
import type { CallerName } from './call.ts';
import type { FuzzFiles } from './files.ts';
import { ROW_GROUP_BY_CATALOG } from './row-groups.ts';
import { PLANTED_PATIENT } from './values.ts';

export interface FuzzTarget {
  readonly port: number;
  readonly pool: Pool;
  /** Returns the resident memory of the server process in bytes; null if server and test share one process. */
  memory(): number | null;
  log(): string;
}

/** Rows that calls refer to by name. A name means the same row in every run. */
export interface FuzzWorld {
  /** Ids by name, such as `users.desk`, `evaluations.0` or `files.0`. */
  readonly names: Readonly<Record<string, string>>;
  cookie(who: CallerName): string | null;
  /** Restores sessions, users and other rows that later calls need, because earlier calls may have changed them. */
  heal(): Promise<void>;
}

/** Name of the session cookie over plain http (see server/platform/http/context/session-cookie.ts). */
const SESSION_COOKIE = 'ventanilla_session';
const EVALUATION_COUNT = 8;
const TEST_USER_NAMES = Object.keys(TEST_USERS) as TestUserName[];

/**
 * Inserts exams, doctors and phrases. No doctor has a linked user and the branches accept such signatures, so that `doctor_id`
 * alone suffices to sign.
 */
async function seedExamsAndRelaxSigning(pool: Pool) {
  const exams = { hearing: randomUUID(), sight: randomUUID() };
  const doctors = { signer: randomUUID(), plain: randomUUID() };
  const phrases = { breaks: randomUUID() };
  const fields = { phone: randomUUID() };
  const db = toDatabase(pool);
  await db.insert(schema.exams).values([
    { id: exams.hearing, code: 'AUD', name: 'Audiometría' },
    { id: exams.sight, code: 'VIS', name: 'Visiometría' },
  ]);
  await db.insert(schema.doctors).values([
    { id: doctors.signer, name: 'Dra. Nury Peña', license_number: 'LIC-1' },
    { id: doctors.plain, name: 'Dr. Luis Prueba', license_number: 'LIC-2' },
  ]);
  await db
    .insert(schema.notePhrases)
    .values({ id: phrases.breaks, note_type: 'recomendaciones', name: 'Pausas activas.' });
  await db
    .insert(schema.additionalFields)
    .values({ id: fields.phone, name: 'Teléfono', subject: 'patient', kind: 'text' });
  await db.update(schema.branches).set({ unlinked_signatures: true });
  return { exams, doctors, phrases, fields };
}

const flattenIdGroups = (groups: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, ids]) =>
      Object.entries(ids).map(([name, id]) => [`${group}.${name}`, id] as const),
    ),
  );

class WorldSetup {
  readonly #target: FuzzTarget;
  readonly #cookie: string;
  constructor(target: FuzzTarget, cookie: string) {
    this.#target = target;
    this.#cookie = cookie;
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const parts = Array.isArray(body) ? createMultipartBody(body as Part[]) : null;
    const answer = await fetch(`http://127.0.0.1:${this.#target.port}${API_BASE}${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body !== undefined && { 'content-type': parts?.type ?? 'application/json' }),
      },
      ...(body !== undefined && { body: parts ? new Uint8Array(parts.body) : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

/** Creates evaluations in every state: without pictures, with pictures, with results, and signed. */
async function createEvaluations(
  setup: WorldSetup,
  names: Record<string, string>,
  files: FuzzFiles,
): Promise<void> {
  for (let index = 0; index < EVALUATION_COUNT; index += 1) {
    const patient = {
      identification_type: 'CC',
      identification_number: `${PLANTED_PATIENT.number}${index}`,
      first_name: PLANTED_PATIENT.name,
      last_name: 'Prueba',
    };
    const { id } = CreatedEvaluation.parse(
      await setup.call('POST', '/evaluations', {
        evaluation_type_id: names['types.entry'],
        employer_company_id: names['companies.builder'],
        patient,
      }),
    );
    names[`evaluations.${index}`] = id;
    if (index < 2) continue;
    for (const [type, file] of [
      ['photo', files.photo],
      ['signature', files.signature],
    ] as const) {
      const media = await setup.call('POST', `/evaluations/${id}/media`, mediaParts(type, file));
      names[`files.${index}${type}`] = Media.parse(media).storage_path;
    }
    if (index > 3) await examineAndMaybeSign(setup, names, index);
  }
}

async function examineAndMaybeSign(
  setup: WorldSetup,
  names: Record<string, string>,
  index: number,
): Promise<void> {
  const path = `/evaluations/${names[`evaluations.${index}`] ?? ''}`;
  const orders = [{ exam_id: names['exams.hearing'], result_notes: 'Normal.' }];
  await setup.call('PATCH', `${path}/exam-orders`, { orders });
  await setup.call('PUT', `${path}/notes`, { notes: [{ note_type: 'concepto', content: 'Apto.' }] });
  const { exam_orders } = Evaluation.parse(await setup.call('GET', path));
  names[`orders.${index}`] = exam_orders[0]?.id ?? '';
  if (index <= 5) return;
  const signed = await setup.call('POST', `${path}/sign`, { doctor_id: names['doctors.signer'] });
  names[`codes.${index}`] = Evaluation.parse(signed).closings?.[0]?.code ?? '';
}

export async function makeWorld(target: FuzzTarget, files: FuzzFiles): Promise<FuzzWorld> {
  const { pool } = target;
  const clinic = await seedClinic({ pool });
  const names: Record<string, string> = {
    ...flattenIdGroups({ ...clinic, ...(await seedExamsAndRelaxSigning(pool)) }),
  };
  const tokens = new Map(TEST_USER_NAMES.map((person) => [person, newToken()]));
  const cookie = (who: CallerName) => {
    const token = who === 'anonymous' ? undefined : tokens.get(who);
    return token === undefined ? null : `${SESSION_COOKIE}=${token}`;
  };
  const heal = () => restoreWorldRows(pool, names, tokens);
  await heal();
  await createEvaluations(new WorldSetup(target, cookie('admin') ?? ''), names, files);
  return { names, cookie, heal };
}

async function restoreWorldRows(
  pool: Pool,
  names: Readonly<Record<string, string>>,
  tokens: ReadonlyMap<TestUserName, string>,
): Promise<void> {
  for (const person of TEST_USER_NAMES) {
    const { branch, permissions, status = 'active' }: TestUser = TEST_USERS[person];
    const branchId = branch === null ? null : (names[`branches.${branch}`] ?? null);
    const id = names[`users.${person}`];
    await pool.query('update users set status = $2, branch_id = $3 where id = $1', [id, status, branchId]);
    await pool.query(
      `with gone as (delete from user_permissions where user_id = $1 and permission <> all ($2))
       insert into user_permissions (user_id, permission) select $1, unnest($2::text[]) on conflict do nothing`,
      [id, permissions],
    );
    await pool.query(
      `insert into sessions (token_hash, user_id, active_branch_id, expires_at) values ($1, $2, $3, now() + interval '30 days')
       on conflict (token_hash) do update set active_branch_id = $3, expires_at = excluded.expires_at`,
      [hashToken(tokens.get(person) ?? ''), id, branchId],
    );
  }
  for (const [name, { key: table }] of Object.entries(CATALOGS)) {
    const group = ROW_GROUP_BY_CATALOG[name as CatalogName];
    const ids = Object.entries(names).filter(([key]) => key.startsWith(`${group}.`));
    await pool.query(`update ${table} set is_active = true where not is_active and id = any ($1)`, [
      ids.map(([, id]) => id),
    ]);
  }
}
