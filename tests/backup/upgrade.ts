import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Pool } from 'pg';
import { API_BASE } from '#contract/routes/routes.ts';
import { DEMO_PASSWORD } from '#server/demo/clinic.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { makeFuzzFiles } from '#tests/fuzz/files.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { RetryingClient } from '#tests/load/client.ts';
import { findVisitProblems, problemsOfFiles } from '#tests/load/verify.ts';
import { type AcknowledgedVisit, type LoadVisitContext, runVisit } from '#tests/load/visits.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { buildVersion } from '#tests/support/server/built-versions.ts';
import { findFreePort, startServer } from '#tests/support/server/server-process.ts';

/** Commit of version 0.1, with the tables of its migrations 1 to 9. */
const OLD_RELEASE_COMMIT = 'e2b07020';
const DEMO_USER_EMAILS = { desk: 'recepcion@alisos.demo', doctor: 'medico@alisos.demo' } as const;
type DemoUserName = keyof typeof DEMO_USER_EMAILS;

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** HTTP client of a server of version 0.1 or of the current version. */
class UpgradeServerClient {
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }

  request(way: string, cookie = '', init: RequestOptions = {}): Promise<Response> {
    return fetch(`${this.#origin}${API_BASE}${way}`, { ...init, headers: { ...init.headers, cookie } });
  }

  /** @returns the cookie of a new session */
  async signIn(email: string): Promise<string> {
    const response = await this.request('/auth/login', '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    });
    if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status} ${await response.text()}`);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .join('; ');
  }

  async firstId(resource: string, cookie: string): Promise<string> {
    const response = (await (await this.request(`/catalogs/${resource}/options`, cookie)).json()) as {
      items?: { value: string }[];
      options?: { value: string }[];
    };
    const [first] = response.items ?? response.options ?? [];
    if (!first) throw new Error(`no ${resource}: ${JSON.stringify(response).slice(0, 200)}`);
    return first.value;
  }
}

/** Returns the ids of the demo clinic's rows that a visit refers to. */
async function readLoadVisitContext(
  origin: string,
  cookies: Readonly<Record<DemoUserName, string>>,
): Promise<LoadVisitContext> {
  const server = new UpgradeServerClient(origin);
  const names = {
    'types.entry': await server.firstId('evaluation-types', cookies.desk),
    'companies.builder': await server.firstId('companies', cookies.desk),
    'exams.hearing': await server.firstId('exams', cookies.doctor),
    'doctors.signer': await server.firstId('doctors', cookies.doctor),
  };
  const cookie = (who: string) => (who === 'desk' || who === 'doctor' ? cookies[who] : null);
  const world = { names, cookie, heal: async () => undefined };
  return {
    world,
    files: await makeFuzzFiles(),
    client: new RetryingClient(origin),
    onAnswer: () => undefined,
  };
}

/**
 * Returns the row count of each table, except catalog_revisions, which gets a row for each new catalogue. The value of the
 * activity log also contains a digest of its hashes, because the upgrade must not change entries of 0.1.
 */
async function readTableSummaries(pool: Pool, lines: number | null): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations', 'catalog_revisions')`,
  );
  const content = new Map<string, string>();
  for (const { name } of rows) {
    const counted = await pool.query<{ n: string }>(`select count(*) as n from "${name}"`);
    content.set(name, counted.rows[0]?.n ?? '');
  }
  const log = await pool.query<{ lines: number; digest: string }>(
    `select count(*)::integer as lines, md5(string_agg(encode(hash::text::bytea, 'hex'), '' order by sequence)) as digest
      from (select * from activity order by sequence limit $1) as kept`,
    [lines],
  );
  content.set('activity', `${log.rows[0]?.lines ?? 0} ${log.rows[0]?.digest ?? ''}`);
  return content;
}

const countActivityEntries = (content: ReadonlyMap<string, string>): number =>
  Number(content.get('activity')?.split(' ')[0]);

function findTableDifferences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...before]
    .filter(([table, was]) => after.get(table) !== was)
    .map(([table, was]) => `${table}: ${was} before the update, ${after.get(table) ?? 'not there'} after it`);
}

/** Checks the text of the concept and the clinical history of each signed evaluation. */
async function problemsOfDocuments(
  server: UpgradeServerClient,
  cookie: string,
  visits: readonly AcknowledgedVisit[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { evaluationId } of visits.filter(({ isSigned }) => isSigned))
    for (const document of ['concept-pdf', 'clinical-history']) {
      const response = await server.request(`/evaluations/${evaluationId}/${document}`, cookie);
      const bytes = Buffer.from(await response.arrayBuffer());
      const words = response.ok ? await pdfTextOf(bytes) : bytes.toString('utf8').slice(0, 200);
      if (!response.ok || !/Prueba/i.test(words) || !words.includes('Apto.'))
        problems.push(`${document} of ${evaluationId}: ${response.status} ${words.slice(0, 200)}`);
    }
  return problems;
}

/** Checks that the server returns each picture of the visits unchanged. */
async function problemsOfPictures(
  pool: Pool,
  server: UpgradeServerClient,
  cookie: string,
  visits: readonly AcknowledgedVisit[],
): Promise<string[]> {
  const { rows } = await pool.query<{ storage_path: string; stored_sha256: string }>(
    'select storage_path, stored_sha256 from media where evaluation_id = any ($1)',
    [visits.map(({ evaluationId }) => evaluationId)],
  );
  const problems: string[] = [];
  for (const { storage_path: place, stored_sha256: sha256 } of rows) {
    const response = await server.request(`/files/${place}`, cookie);
    const found = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    if (found !== sha256) problems.push(`the picture ${place}: ${response.status}`);
  }
  return problems;
}

async function makeVisits(
  clinic: LoadVisitContext,
  from: number,
  count: number,
): Promise<AcknowledgedVisit[]> {
  const visits: AcknowledgedVisit[] = [];
  for (let number = from; number < from + count; number += 1) visits.push(await runVisit(clinic, number));
  return visits;
}

/**
 * Rehearses the upgrade: registers, examines and signs with 0.1, stops 0.1, and starts the current version on the same data
 * folder. All sessions must stay valid.
 * @returns each row, document or picture that is missing or different
 */
export async function rehearseUpgrade(
  poolOf: (dataDir: string) => Pool,
  count: number,
  tell: (line: string) => void,
): Promise<string[]> {
  const earlier = buildVersion(OLD_RELEASE_COMMIT);
  const [dataDir, port] = [makeScratchFolder('upgrade'), await findFreePort()];
  const old = await startServer({ program: earlier.program, dataDir, port, env: { DEMO: '1' } });
  try {
    const server = new UpgradeServerClient(old.origin);
    const cookies = {
      desk: await server.signIn(DEMO_USER_EMAILS.desk),
      doctor: await server.signIn(DEMO_USER_EMAILS.doctor),
    };
    const visits = await makeVisits(await readLoadVisitContext(old.origin, cookies), 1, count);
    const oldPool = poolOf(dataDir);
    const before = await readTableSummaries(oldPool, null);
    await oldPool.end();
    await old.stop();
    const began = Date.now();
    const now = await startServer({ dataDir, port, env: { DEMO: '0' } });
    const took = Date.now() - began;
    const pool = poolOf(dataDir);
    try {
      const problems = findTableDifferences(
        before,
        await readTableSummaries(pool, countActivityEntries(before)),
      );
      for (const who of ['desk', 'doctor'] as const) {
        const { status } = await server.request('/auth/me', cookies[who]);
        if (status !== 200) problems.push(`the session of ${who} from before: ${status}`);
        await server.signIn(DEMO_USER_EMAILS[who]);
      }
      problems.push(...(await problemsOfPictures(pool, server, cookies.doctor, visits)));
      problems.push(...(await problemsOfDocuments(server, cookies.doctor, visits)));
      // This is a step of 'Upgrading' in CHANGELOG.md: the doctors of 0.1 have no linked users, so the branches must allow
      // their signatures.
      await pool.query('update branches set unlinked_signatures = true');
      const later = await makeVisits(await readLoadVisitContext(now.origin, cookies), 1_001, 4);
      problems.push(...(await problemsOfDocuments(server, cookies.doctor, later)));
      for (const visit of [...visits, ...later]) problems.push(...(await findVisitProblems(pool, visit)));
      problems.push(...(await problemsOfFiles(pool, createDiskFileStore(path.join(dataDir, 'files')))));
      problems.push(...(await problemsOfChain(pool)));
      const signed = visits.filter(({ isSigned }) => isSigned).length;
      tell(
        `\n0.1 acknowledged ${visits.length} evaluations with both pictures, ${signed} signed; this version answered ${took} ms after its start on the same folder. ` +
          `${before.size} tables compared, both documents of each signed one read, ${later.length} more registered in the sessions of before: ${problems.length} missing or different.`,
      );
      return problems;
    } finally {
      await pool.end();
      await now.destroy();
    }
  } finally {
    await old.destroy();
    earlier.remove();
  }
}
