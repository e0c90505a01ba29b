import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { DEFAULT_PROGRAMMES } from '#domain/evaluation/decisions.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('decision-options');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const MISSING_ID = '00000000-0000-4000-8000-000000000000';
const fetchDecisionOptions = async (caller = admin) =>
  responseOf(DecisionOptions, await caller.get('/decision-options'));
const putOptions = (body: object, revision?: number) =>
  admin.send('PUT', '/decision-options', {
    json: { programmes: ['visual'], aptitudes_off: [], ...body },
    ...(revision !== undefined && { headers: { 'if-match': `"r${revision}"` } }),
  });

describe('P10.263 GET and PUT /decision-options', () => {
  it('P10.263 a new clinic has the usual programmes and every aptitude as decision options', async () => {
    expect(await fetchDecisionOptions(await server.as('doctor'))).toEqual({
      programmes: DEFAULT_PROGRAMMES,
      aptitudes_off: [],
      revision: 1,
    });
  });

  it('P10.263 PUT /decision-options stores programmes and switched-off aptitudes, omits types without any, and adds one log entry without names', async () => {
    const [one, other] = [await rowMakers.evaluationType(admin), await rowMakers.evaluationType(admin)];
    const { revision } = await fetchDecisionOptions();
    const lines = await collectNewLogEntries(server, async () => {
      const reply = await putOptions({
        programmes: ['Radiaciones', 'voz'],
        aptitudes_off: [
          { evaluation_type_id: one.id.toUpperCase(), aptitudes: ['realizado', 'aplazado'] },
          { evaluation_type_id: other.id, aptitudes: [] },
        ],
      });
      expect(responseOf(DecisionOptions, reply)).toEqual({
        programmes: ['Radiaciones', 'voz'],
        aptitudes_off: [{ evaluation_type_id: one.id, aptitudes: ['realizado', 'aplazado'] }],
        revision: revision + 1,
      });
      expect(reply.headers['etag']).toBe(`"r${revision + 1}"`);
    });
    expect(lines).toEqual([['decision_options_changed', 'done', { programmes: 2, types: 1 }]]);
  });

  it('P10.263 the server rejects decision options that are based on another revision, but accepts a repeated save of the present options', async () => {
    const { revision } = await fetchDecisionOptions();
    expect(errorCodeOf(await putOptions({ programmes: ['x'] }, revision - 1))).toBe('precondition_failed');
    expect((await putOptions({ programmes: ['x'] }, revision)).statusCode).toBe(200);
    expect((await putOptions({ programmes: ['x'] }, revision)).headers['etag']).toBe(`"r${revision + 1}"`);
  });

  it('P10.263 the server accepts one of two simultaneous changes of the decision options', async () => {
    const { revision } = await fetchDecisionOptions();
    const both = await Promise.all(['a', 'b'].map((name) => putOptions({ programmes: [name] }, revision)));
    expect(statusesOf(both)).toEqual([200, 412]);
  });

  it.each<[object, string]>([
    [{ programmes: ['Visual', 'visual'] }, 'programmes'],
    [{ programmes: ['químico', 'químico'.normalize('NFD')] }, 'programmes'],
    [{ programmes: ['químico', 'Quimico'] }, 'programmes'],
    [{ programmes: ['visual', 'vi\u00adsual'] }, 'programmes'],
    [{ programmes: ['visual nocturno', 'visual\u00a0 nocturno'] }, 'programmes'],
    [{ programmes: [''] }, 'programmes.0'],
    [{ programmes: Array.from({ length: 41 }, (_, nth) => `p${nth}`) }, 'programmes'],
    [{ aptitudes_off: [{ evaluation_type_id: MISSING_ID, aptitudes: ['apto'] }] }, 'aptitudes_off'],
    [
      {
        aptitudes_off: [
          {
            evaluation_type_id: MISSING_ID,
            aptitudes: [
              'apto',
              'apto_recomendaciones',
              'apto_restricciones',
              'aplazado',
              'no_apto',
              'realizado',
            ],
          },
        ],
      },
      'aptitudes_off.0.aptitudes',
    ],
  ])('P10.263 the server rejects the decision options %j with an error at %s', async (body, field) => {
    const reply = await putOptions(body);
    expect([errorCodeOf(reply), Object.keys(fieldProblemsOf(reply))]).toEqual(['validation_failed', [field]]);
  });

  it('P10.263 the server rejects a change of the decision options by a doctor', async () => {
    const doctor = await server.as('doctor');
    const reply = await doctor.send('PUT', '/decision-options', {
      json: { programmes: [], aptitudes_off: [] },
    });
    expect(errorCodeOf(reply)).toBe('forbidden');
  });
});
