// @module-tag landing
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#server/platform/base/errors.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import { RenderError, type RenderFault } from '#server/documents/reports/rendering/render-worker.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { countRows } from '../support/capture.ts';
import {
  type ClinicalFixture,
  seedReadyEvaluation,
  reopen,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import { type Caller, type Server, startReplica, startServer } from '../support/server.ts';

/** Renderer that returns different bytes each time. Two equal responses therefore come from one stored file. */
const renderMock = vi.fn<(kind: string) => Promise<Buffer>>();
const renderer = {
  render: renderMock,
  renderOffice: () => Promise.reject(new Error('not used')),
  waiting: () => 0,
  close: async () => undefined,
};
let renderCount = 0;
let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('issued', {
    reports: renderer,
  });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());
beforeEach(() => {
  renderMock.mockReset();
  renderMock.mockImplementation(async (kind) => Buffer.from(`%PDF-1.7 ${kind} ${(renderCount += 1)}`));
});

const fetchConceptBody = async (id: string, of: Caller = doctor): Promise<string> => {
  const reply = await of.get(`/evaluations/${id}/concept-pdf`);
  expect(reply.statusCode).toBe(200);
  return reply.body;
};

describe('P10.113 issued concept of a signed version', () => {
  it('a concept is rendered once and stays the same when letterhead, doctor or company change', async () => {
    const { pool } = server.database;
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const first = await fetchConceptBody(id);
    await pool.query(`update branches set name = 'Otro nombre', address = 'Otra', logo_path = null`);
    await pool.query(`update companies set name = 'Otra empresa'`);
    expect([await fetchConceptBody(id), await fetchConceptBody(id)]).toEqual([first, first]);
    expect(renderMock).toHaveBeenCalledTimes(1);
    const history = async () => (await doctor.get(`/evaluations/${id}/clinical-history`)).body;
    expect(await history(), 'made for each who asks').not.toBe(await history());
  });

  it('two servers that get simultaneous requests return one stored concept; the sweep removes the files of the other renderings', async () => {
    const replica = await startReplica(server, {
      reports: renderer,
    });
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const elsewhere = replica.caller(doctor);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => fetchConceptBody(id, nth % 2 === 0 ? doctor : elsewhere)),
    );
    await replica.stop();
    expect(new Set(all).size).toBe(1);
    const { rows } = await server.database.pool.query<{ n: number }>(
      'select count(*)::integer as n from issued_concepts where evaluation_id = $1',
      [id],
    );
    expect(rows[0]?.n).toBe(1);
    const inTwoHours = new Date(Date.now() + 2 * 60 * 60_000);
    const swept = await sweepOrphans(server.database.pool, createDiskFileStore(server.filesDir), inTwoHours);
    expect(swept).toBe(renderMock.mock.calls.length - 1);
    expect(await fetchConceptBody(id)).toBe(all[0]);
  });

  it('each signed version has one concept, whose row cannot be changed or deleted', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const first = await fetchConceptBody(id);
    await reopen(doctor, id);
    await sign(doctor, id, clinicalFixture.doctors.plain);
    expect(await fetchConceptBody(id)).not.toBe(first);
    for (const statement of [
      `update issued_concepts set stored_sha256 = repeat('0', 64)`,
      'delete from issued_concepts',
      'truncate issued_concepts',
    ])
      await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
  });
});

describe('P10.113 concept issued after the signing', () => {
  let log = '';
  const stream = new PassThrough();
  stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  beforeEach(() => (log = ''));
  const startIssuingReplica = () =>
    startReplica(server, {
      reports: renderer,
      issuesAfterSigning: true,
      logger: { level: 'warn', stream },
    });
  const signWhileRunning = async (end: unknown): Promise<string> => {
    renderMock.mockRejectedValueOnce(end);
    const replica = await startIssuingReplica();
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const before = await countRows(server, 'issued_concepts');
    expect((await sign(replica.caller(doctor), id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    await replica.stop();
    expect(await countRows(server, 'issued_concepts')).toBe(before);
    return id;
  };

  it('the server stores a concept issued at signing without a log entry of a download', async () => {
    const replica = await startIssuingReplica();
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const lines = await collectNewLogEntries(server, async () => {
      expect((await sign(replica.caller(doctor), id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
      await replica.stop();
    });
    expect(lines.map(([action]) => action)).toEqual(['evaluation_signed']);
    expect(renderMock).toHaveBeenCalledTimes(1);
    await fetchConceptBody(id);
    expect(renderMock).toHaveBeenCalledTimes(1);
  });

  it.each<RenderFault>(['failed', 'timed-out'])(
    'P10.113 when the concept cannot be rendered (%s), the signing succeeds, the log omits the error message, and a later request renders the concept',
    async (fault) => {
      const id = await signWhileRunning(new RenderError(fault, { cause: new Error('Zoraida') }));
      expect(log).toContain('Generation of a concept after signing failed');
      expect(log).toContain('RenderError');
      expect(log).not.toContain('Zoraida');
      await fetchConceptBody(id);
    },
  );

  it.each([
    ['too many wait', new AppError('rate_limited', 'Intenta de nuevo.')],
    ['the provider stops', new RenderError('closed')],
  ])(
    'P10.113 the server logs nothing when a concept is not rendered because %s, and renders the concept on request',
    async (_why, end) => {
      const id = await signWhileRunning(end);
      expect(log).toBe('');
      await fetchConceptBody(id);
    },
  );
});
