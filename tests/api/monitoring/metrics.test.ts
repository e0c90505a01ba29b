import net from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '#server/platform/base/start-error.ts';
import { readConfig } from '#server/configuration/config.ts';
import { readSystemFacts } from '#server/monitoring/facts/system-facts.ts';
import { serveMetrics } from '#server/monitoring/metrics-server.ts';
import { INACTIVE_STORAGE_MONITOR } from '#server/monitoring/facts/places.ts';
import { Metrics, type MetricsSources } from '#server/monitoring/metrics.ts';
import { openMetricsAndMonitoring } from '#server/monitored-server.ts';
import { createEvaluation } from '../support/capture.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import { type Replica, type Server, startReplica, startServer } from '../support/server.ts';

let apiServer: Server;
let replica: Replica;
const metrics = new Metrics('9.9.9');
const otherServerMetrics = new Metrics('9.9.9');
beforeAll(async () => {
  apiServer = await startServer('metrics', { metrics });
  replica = await startReplica(apiServer, { metrics: otherServerMetrics });
});
afterAll(async () => {
  await replica.stop();
  await apiServer.stop();
});

const metricLinesOf = async (of: Metrics, start: string): Promise<string[]> =>
  (await of.text()).split('\n').filter((line) => line.startsWith(start));

describe('P10.83 /metrics', () => {
  it('/metrics counts and times requests by route pattern and status class', async () => {
    const receptionist = await apiServer.as('desk');
    await receptionist.get('/patients/search?identification_type=CC&identification_number=9999000025');
    await receptionist.get('/evaluations/zz');
    const found = await metricLinesOf(metrics, 'ventanilla_http_requests_total');
    expect(found).toContain(
      'ventanilla_http_requests_total{method="GET",route="/api/v1/patients/search",status="4xx"} 1',
    );
    expect(await metrics.text()).toContain(
      'ventanilla_http_request_duration_seconds_count{method="GET",route="/api/v1/patients/search"} 1',
    );
  });

  it('P10.84 /metrics contains no id, address, document or name, whatever is requested', async () => {
    const receptionist = await apiServer.as('desk');
    const person = { identification_number: '9999000033', first_name: 'Zoraida', last_name: 'Quintero' };
    const id = await createEvaluation(apiServer, receptionist, person);
    const doctor = await apiServer.as('doctor');
    await doctor.get(`/evaluations/${id}`);
    await doctor.get('/evaluations?search=Zoraida');
    await receptionist.get('/otra/9999000033');
    await receptionist.get(`/evaluations/%zz${id}`);
    await receptionist.send('PUT', '/9999000033', { raw: '{"a":1}' });
    await apiServer.anonymous.get('/nada', { 'user-agent': 'Zoraida' });
    await apiServer.anonymous.post('/auth/login', { json: { email: emailOf('desk'), password: 'otra' } });
    const text = await metrics.text();
    for (const secret of [
      id,
      '9999000033',
      'Zoraida',
      'Quintero',
      emailOf('desk'),
      PASSWORD,
      'otra',
      '127.0.0.1',
    ])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  it('P10.84 /metrics counts all unknown addresses as one route, so that they cannot fill the memory', async () => {
    const before = (await metrics.text()).split('\n').length;
    for (let index = 0; index < 50; index += 1) await apiServer.anonymous.get(`/nada-${index}`);
    expect((await metrics.text()).split('\n').length - before).toBeLessThan(20);
    expect(
      await metricLinesOf(metrics, 'ventanilla_http_requests_total{method="any",route="none"'),
    ).toHaveLength(1);
  });

  it('P8.41 P10.83 /metrics counts the requests that the session queue rejects like other requests without a route', async () => {
    const start = 'ventanilla_http_requests_total{method="any",route="none",status="4xx"}';
    const readCount = async () => Number((await metricLinesOf(metrics, start))[0]?.split(' ').at(-1) ?? 0);
    const before = await readCount();
    const origin = await apiServer.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = net.connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (text: string) => (received += text));
    // Requests in one packet reach the queue together: two run, sixty wait, and the queue rejects the others.
    const { cookie } = await apiServer.as('desk');
    socket.write(`GET /api/v1/health HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`.repeat(70));
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    await expect.poll(() => statuses().length, { timeout: 30_000 }).toBe(70);
    socket.destroy();
    expect(statuses().filter((status) => status === '429')).toHaveLength(8);
    expect((await readCount()) - before).toBe(8);
  });

  it('/metrics reports event loop, memory, pool, queues and large bodies of the server process', async () => {
    const text = await metrics.text();
    for (const start of [
      'nodejs_eventloop_lag_p99_seconds ',
      'process_resident_memory_bytes ',
      'ventanilla_database_connections{state="used"} ',
      'ventanilla_database_connections{state="idle"} ',
      'ventanilla_database_connections{state="waiting"} 0',
      'ventanilla_database_connections_max 20',
      'ventanilla_lane_waiting{lane="pictures"} 0',
      'ventanilla_lane_waiting{lane="documents"} 0',
      'ventanilla_lane_waiting{lane="logos"} 0',
      'ventanilla_body_bytes 0',
      'ventanilla_info{version="9.9.9"} 1',
    ])
      expect(text).toContain(`\n${start}`);
  });

  it('each server reports the same database metrics, and omits unknown values', async () => {
    const databaseMetrics = async (of: Metrics) =>
      (await of.text())
        .split('\n')
        .filter((line) => /^ventanilla_(mails|devices|copy|log|migration)/.test(line));
    const reported = await databaseMetrics(metrics);
    expect(reported).toEqual(await databaseMetrics(otherServerMetrics));
    expect(reported).toEqual(
      expect.arrayContaining(['ventanilla_mails_waiting 0', 'ventanilla_devices_quiet 0']),
    );
    expect(reported.filter((line) => line.startsWith('ventanilla_copy'))).toEqual([]);
  });

  it('/metrics reports an unavailable database as a value instead of failing', async () => {
    const alone = new Metrics('1');
    const away: MetricsSources = {
      pool: apiServer.database.pool,
      queues: {},
      bodyBytes: () => 0,
      facts: () => Promise.reject(new Error('away')),
      disk: async () => ({ freeBytes: 5, totalBytes: 9 }),
      places: () => ({ files: { kind: 'bucket', fault: null }, archive: null }),
    };
    alone.registerSources(away);
    const text = await alone.text();
    expect(text).toContain('\nventanilla_database_up 0');
    expect(text).toContain('\nventanilla_disk_free_bytes 5');
    expect(text).not.toContain('\nventanilla_mails_waiting');
  });

  it('P10.209 /metrics reports an unavailable file store as 0, and omits an archive that is not in use', async () => {
    const fault = { code: 'ECONNREFUSED', since: new Date() };
    const textOf = async (places: ReturnType<MetricsSources['places']>) => {
      const alone = new Metrics('1');
      alone.registerSources({
        pool: apiServer.database.pool,
        queues: {},
        bodyBytes: () => 0,
        facts: () => Promise.reject(new Error('away')),
        disk: async () => null,
        places: () => places,
      });
      return alone.text();
    };
    const away = await textOf({ files: { kind: 'bucket', fault }, archive: { fault: null } });
    expect(away).toContain('\nventanilla_files_up 0');
    expect(away).toContain('\nventanilla_archive_up 1');
    const well = await textOf({ files: { kind: 'disk', fault: null }, archive: null });
    expect(well).toContain('\nventanilla_files_up 1');
    expect(well).not.toContain('\nventanilla_archive_up');
  });

  it('simultaneous requests of /metrics share one database query', async () => {
    let asked = 0;
    const alone = new Metrics('1');
    const facts = () => {
      asked += 1;
      return readSystemFacts(apiServer.database.pool, new Date());
    };
    alone.registerSources({
      pool: apiServer.database.pool,
      queues: {},
      bodyBytes: () => 0,
      facts,
      disk: async () => null,
      places: () => INACTIVE_STORAGE_MONITOR.state(),
    });
    await Promise.all([alone.text(), alone.text(), alone.text()]);
    expect(asked).toBe(1);
    expect(await alone.text()).toMatch(/\nventanilla_database_bytes \d{7,}/);
  });

  it('the database metrics count a connection that waits for the lock of the activity log', async () => {
    const { pool } = apiServer.database;
    const [holder, waiter] = [await pool.connect(), await pool.connect()];
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(727004)');
    const waiting = waiter.query('select pg_advisory_xact_lock(727004)');
    await expect.poll(async () => (await readSystemFacts(pool, new Date())).logLockWaiting).toBe(1);
    await holder.query('commit');
    await waiting;
    holder.release();
    waiter.release();
  });
});

const rethrowError = (error: unknown) => {
  throw error;
};

describe('P10.83 metrics port', () => {
  it('the metrics port serves only /metrics; the port of the app does not serve it', async () => {
    const server = await serveMetrics({ port: 0, host: '127.0.0.1' }, metrics, rethrowError);
    const response = await fetch(server.address);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, metrics.contentType]);
    expect(await response.text()).toContain('ventanilla_info');
    expect((await fetch(server.address, { method: 'POST' })).status).toBe(405);
    expect((await fetch(server.address.replace('/metrics', '/api/v1/health'))).status).toBe(404);
    expect((await apiServer.app.inject({ url: '/metrics' })).statusCode).toBe(404);
    await server.close();
  });

  it('P10.83 the metrics port responds 500 to a failure, or cuts off a started response; it logs each failure and serves the next request', async () => {
    const faults: unknown[] = [];
    const texts = [() => Promise.reject(new Error('away')), async () => 5 as unknown as string];
    const figures = {
      contentType: 'text/plain',
      text: () => texts.shift()?.() ?? Promise.resolve('well'),
    };
    const server = await serveMetrics({ port: 0, host: '127.0.0.1' }, figures, (fault) => faults.push(fault));
    expect((await fetch(server.address)).status).toBe(500);
    await expect(fetch(server.address)).rejects.toThrow('fetch failed');
    expect(faults).toMatchObject([{ message: 'away' }, { code: 'ERR_INVALID_ARG_TYPE' }]);
    expect(await (await fetch(server.address)).text()).toBe('well');
    await server.close();
  });

  it('P10.83 a metrics failure that occurs before the server’s log is open is logged once the log is open, without the error’s message', async () => {
    const place = { port: 0, host: '127.0.0.1' };
    const watched = await openMetricsAndMonitoring(
      { ...readConfig({}), metrics: place },
      INACTIVE_STORAGE_MONITOR,
    );
    watched.metrics?.registerSources({
      pool: apiServer.database.pool,
      queues: {},
      bodyBytes: () => {
        throw new Error('Zoraida');
      },
      facts: () => Promise.reject(new Error('away')),
      disk: async () => null,
      places: () => INACTIVE_STORAGE_MONITOR.state(),
    });
    expect((await fetch(watched.metricsAddress ?? '')).status).toBe(500);
    let log = '';
    const stream = new PassThrough();
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
    const end = watched.begin(Fastify({ logger: { stream } }), apiServer.database.pool);
    await expect.poll(() => log).toContain('metrics could not be collected');
    expect(log).not.toContain('Zoraida');
    await end();
    await watched.close();
  });

  it('the server start fails with one message when the metrics port is in use', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const refused = serveMetrics({ port, host: '127.0.0.1' }, metrics, rethrowError);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(`Otro programa ya usa METRICS_PORT ${port} de 127.0.0.1`);
    taken.close();
  });
});
