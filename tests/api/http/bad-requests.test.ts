import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import { countRows, evaluationBody } from '../support/capture.ts';
import { formatContentDigest } from '../support/files/multipart.ts';
import { type Caller, type Server, errorCodeOf, fieldProblemsOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('bad_requests');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());

const postRawEvaluation = (raw: Buffer | string, headers: Record<string, string> = {}) =>
  receptionist.post('/evaluations', { raw, headers });

describe('P3.17 invalid request body, which always gets a 400 and never a 5xx', () => {
  const validBody = () => JSON.stringify(evaluationBody(server));

  it.each<[string, () => Buffer | string]>([
    ['empty', () => ''],
    ['not JSON', () => 'evaluation_type_id=1'],
    ['cut short', () => validBody().slice(0, -5)],
    ['two values', () => `${validBody()}{}`],
    [
      'invalid UTF-8',
      () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ],
    ['UTF-16', () => Buffer.from(validBody(), 'utf16le')],
    ['__proto__', () => `{"__proto__":{"x":1},${validBody().slice(1)}`],
    ['constructor.prototype', () => `{"constructor":{"prototype":{"x":1}},${validBody().slice(1)}`],
    ['nested thousands deep', () => `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['nested in a field', () => `{"x":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
    ['compressed', () => Buffer.from('1f8b080000000000000003ab0600', 'hex')],
  ])('the server returns malformed_request for a body with the defect: %s', async (_name, body) => {
    const reply = await postRawEvaluation(body());
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'malformed_request']);
  });

  it.each(['null', '[]', '"x"', '1', 'true', '{}', '1e400'])(
    'the server returns validation_failed for the body %s',
    async (body) => {
      const reply = await postRawEvaluation(body);
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
      expect(reply.json()).toMatchObject({ message: 'Corrige los campos marcados antes de continuar.' });
    },
  );

  it('P10.378 the server rejects many combining marks on one letter and reports the error at the field', async () => {
    const names = { first_name: 'A\u0301na', last_name: `Gi${'\u0301'.repeat(80)}l` };
    const reply = await receptionist.post('/evaluations', { json: evaluationBody(server, names) });
    expect(fieldProblemsOf(reply)).toEqual({
      'patient.last_name': 'Una letra tiene demasiados signos.',
    });
  });

  it.each([
    ['null bytes', 'Ana\u0000'],
    ['half a surrogate pair', 'Ana\ud83d'],
  ])(
    'the server rejects a name with %s and reports the error at the field, because the database cannot store such characters',
    async (_name, first_name) => {
      const reply = await receptionist.post('/evaluations', { json: evaluationBody(server, { first_name }) });
      expect(fieldProblemsOf(reply)).toEqual({
        'patient.first_name': 'Contiene caracteres que no se pueden guardar.',
      });
    },
  );

  it.each([1e308, -1, true, [], {}, ['x']])(
    'the server rejects %j where the contract expects a text',
    async (value) => {
      const json = evaluationBody(
        server,
        { first_name: value, identification_number: value },
        { additional_info: value, employer_company_id: value },
      );
      const reply = await receptionist.post('/evaluations', { json });
      expect(Object.keys(fieldProblemsOf(reply)).sort()).toEqual([
        'additional_info',
        'employer_company_id',
        'patient.first_name',
        'patient.identification_number',
      ]);
    },
  );

  it('the server stores texts of any alphabet unchanged', async () => {
    const first_name = 'Ñ\'ü"\\ 李 🙂 %s ; drop table patients; --';
    expect(
      (await receptionist.post('/evaluations', { json: evaluationBody(server, { first_name }) })).statusCode,
    ).toBe(201);
    const { rows } = await server.database.pool.query('select 1 from patients where first_name = $1', [
      first_name,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('the server returns 413 for a body that is too large, and 415 for another content type', async () => {
    expect(errorCodeOf(await postRawEvaluation(JSON.stringify({ x: 'x'.repeat(200_000) })))).toBe(
      'file_too_large',
    );
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await postRawEvaluation(validBody(), { 'content-type': type });
      expect([type, reply.statusCode, errorCodeOf(reply)]).toEqual([type, 415, 'unsupported_media_type']);
    }
  });

  it('an invalid request body stores nothing', async () => {
    const before = await countRows(server, 'evaluations');
    await postRawEvaluation(validBody().slice(0, -1));
    expect(await countRows(server, 'evaluations')).toBe(before);
  });
});

describe('S8 Content-Digest of the body', () => {
  const body = () => JSON.stringify(evaluationBody(server));

  it('the server verifies the Content-Digest over the bytes as sent', async () => {
    const raw = ` ${body()}\n`;
    expect((await postRawEvaluation(raw, { 'content-digest': formatContentDigest(raw) })).statusCode).toBe(
      201,
    );
    const other = await postRawEvaluation(raw, { 'content-digest': formatContentDigest(body()) });
    expect([other.statusCode, errorCodeOf(other)]).toEqual([400, 'digest_mismatch']);
  });

  it.each([
    ['no JSON any more', (raw: string) => raw.replace('{', '[')],
    ['JSON with a field less', (raw: string) => raw.replace('evaluation_type_id', 'evaluation_type_ie')],
  ])(
    'S8 the server returns digest_mismatch for bytes that were damaged in transit: %s',
    async (_what, damage) => {
      const raw = body();
      const reply = await postRawEvaluation(damage(raw), { 'content-digest': formatContentDigest(raw) });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'digest_mismatch']);
    },
  );

  it.each(['sha-256=abc', 'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:', 'x', '', 'sha-256=:====:'])(
    'the server rejects the invalid header Content-Digest: %j',
    async (digest) => {
      const reply = await postRawEvaluation(body(), { 'content-digest': digest });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'malformed_request']);
    },
  );
});

describe('P10.18 unknown address', () => {
  it.each(['/api/v1/nada', '/api/v1', '/api/v1/', '/otra', '/api/v2/health'])(
    'the server returns 404 with a JSON body for %s',
    async (url) => {
      const reply = await receptionist.get(url, { accept: 'text/html' });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([404, 'not_found']);
    },
  );

  it.each(['/api/v1/evaluations/%E0%A4%A', '/api/v1/files/%zz', '/%c0%ae'])(
    'the server returns 400 for the badly encoded address %s',
    async (url) => {
      const reply = await receptionist.get(url);
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'malformed_request']);
    },
  );

  it.each([
    ['/evaluations', ['DELETE', 'PUT', 'PATCH', 'OPTIONS'], 'POST, GET, HEAD'],
    ['/evaluations/no-es-un-id/sign?x=1', ['GET', 'PUT'], 'POST'],
    ['/files/ab/cd.png', ['POST'], 'GET, HEAD'],
  ] as const)(
    'the server rejects methods for %s that the contract lacks, and the response lists the permitted methods',
    async (path, methods, allow) => {
      for (const method of methods) {
        const reply = await receptionist.send(method, path);
        expect([reply.statusCode, errorCodeOf(reply)]).toEqual([405, 'method_not_allowed']);
        expect(reply.headers['allow']).toBe(allow);
      }
    },
  );

  it.each([
    '/catalogs/users/options',
    '/catalogs/companies/options?ids=1',
    '/companies?page=-1',
    '/companies?page=1.5',
    '/companies?direction=up',
    '/occupations?limit=1000',
    '/companies?q=%00',
    '/companies?q=a&q=b',
  ])('the server responds 400 to the query %s and names the invalid field', async (path) => {
    const reply = await receptionist.get(path);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
    expect(Object.keys(fieldProblemsOf(reply))).toHaveLength(1);
  });

  it('the server returns Spanish messages for the invalid fields of a query', async () => {
    const problems = async (path: string) => fieldProblemsOf(await receptionist.get(path));
    expect(await problems('/companies?page=x&page_size=101&direction=up&include_inactive=quizas')).toEqual({
      page: 'Debe ser un número.',
      page_size: 'Debe ser 100 o menos.',
      direction: 'Debe ser uno de estos valores: asc, desc.',
      include_inactive: 'Valor no válido.',
    });
    expect(await problems('/companies/1')).toEqual({ id: 'El identificador no es válido.' });
  });
});

describe('P10.18 bytes that are not HTTP', () => {
  beforeAll(async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  const sendRaw = async (bytes: string): Promise<string> => {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };

  it.each([
    'basura\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /api/v1/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    'GET /api/v1/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'GET /api/v1/health HTTP/1.1\r\nHost: a/@b\r\nConnection: close\r\n\r\n',
  ])('the server responds with an error of the contract to bytes that are not HTTP (%#)', async (bytes) => {
    const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n');
    expect(head).toContain('400 Bad Request');
    expect(ErrorBody.parse(JSON.parse(body)).code).toBe('malformed_request');
  });

  it.each([
    'GET /api/v1/health HTTP/1.0\r\n\r\n',
    'GET /api/v1/health HTTP/1.1\r\nHost: [::1]:8080\r\nExpect: otra-cosa\r\nConnection: close\r\n\r\n',
  ])('the server returns 200 for an unusual but harmless request (%#)', async (bytes) => {
    expect(await sendRaw(bytes)).toContain('HTTP/1.1 200 OK');
  });
});
