// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nitCheckDigit } from '#domain/company/nit.ts';
import { buildPerCatalog } from '#contract/catalogs/all.ts';
import type { CatalogField } from '#contract/catalogs/fields.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { CATALOG_BODY_FACTORIES, nextCode } from '../support/examples/catalog-examples.ts';
import { CATALOG_EXPECTATIONS, MAX_NAME_LENGTH_OVERRIDES } from '../support/examples/catalog-expectations.ts';
import {
  type Caller,
  type Server,
  type Reply,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('catalog_changes');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const putCatalogRow = (path: string, json: unknown, headers = {}) =>
  admin.send('PUT', path, { json, headers });
const patchCatalogRow = (path: string, json: unknown, headers = {}) =>
  admin.send('PATCH', path, { json, headers });
const setCatalogRowActive = (path: string, is_active: boolean, headers = {}) =>
  patchCatalogRow(`${path}/status`, { is_active }, headers);
const rejectionOf = (reply: Reply) => [reply.statusCode, errorCodeOf(reply)];
const LONG_NAME = 'á'.repeat(300);

interface CatalogCaseRow {
  readonly id: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly revision?: number | undefined;
}

/** Returns the name of each required text field, with the error message for an empty value. */
const findRequiredFieldMessages = (fields: Readonly<Record<string, CatalogField>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind, isRequired }]) => kind === 'text' && isRequired)
      .map(([name, { input }]) => [name, input.safeParse('').error?.issues[0]?.message ?? '']),
  );

const CATALOG_CASES = Object.values(
  buildPerCatalog(({ path, key, Item, noun, fields }, name) => ({
    missing: `${noun.gender === 'm' ? 'El' : 'La'} ${noun.one} no existe.`,
    required: findRequiredFieldMessages(fields),
    optional: {},
    ...CATALOG_EXPECTATIONS[name],
    path,
    resource: key,
    schema: Item as unknown as { parse(value: unknown): CatalogCaseRow },
    body: (other?: object) => CATALOG_BODY_FACTORIES[name](server, other),
    longest: MAX_NAME_LENGTH_OVERRIDES[name] ?? 200,
  })),
);

describe.each(CATALOG_CASES)('catalogue $path', (kind) => {
  const { path, resource, schema, missing, required, optional, longest } = kind;
  const tooLong = 'á'.repeat(longest + 1);
  const read = (reply: Reply): CatalogCaseRow => schema.parse(reply.json());
  const create = async (other: object = {}) => read(await admin.post(path, { json: kind.body(other) }));
  const tagOf = ({ revision }: CatalogCaseRow) => ({ 'if-match': `"r${revision}"` });
  const createRow = async () => {
    const row = await create(optional);
    return { row, address: `${path}/${row.id}` };
  };

  it('P3.9 P7.24 POST to a catalogue creates an active row with all given values, trimmed', async () => {
    const padded = Object.fromEntries(Object.entries(optional).map(([key, text]) => [key, `  ${text} `]));
    const reply = await admin.post(path, { json: kind.body({ ...padded, name: '  Nueva (DEMO) ' }) });
    expect(reply.statusCode).toBe(201);
    expect(read(reply)).toMatchObject({ ...optional, name: 'Nueva (DEMO)', is_active: true, revision: 1 });
  });

  it('P5.17 a catalogue row stores empty optional values as null', async () => {
    const empty = Object.fromEntries(Object.keys(optional).map((key) => [key, '  ']));
    const nothing = Object.fromEntries(Object.keys(optional).map((key) => [key, null]));
    expect(await create(empty)).toMatchObject(nothing);
    const { address } = await createRow();
    expect(read(await putCatalogRow(address, kind.body()))).toMatchObject(nothing);
  });

  it('P5.16 a catalogue rejects a required value that is empty or only spaces, and reports the error at its field', async () => {
    const { address } = await createRow();
    for (const value of ['   ', undefined, 7]) {
      const wrong = kind.body(Object.fromEntries(Object.keys(required).map((field) => [field, value])));
      for (const reply of [await admin.post(path, { json: wrong }), await putCatalogRow(address, wrong)])
        expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, required]);
    }
  });

  it('P5.16 a catalogue rejects a name that is too long, reports the error at its field, and stores the longest permitted name completely', async () => {
    const reply = await admin.post(path, { json: kind.body({ name: tooLong }) });
    expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([
      400,
      { name: `Máximo ${longest} caracteres.` },
    ]);
    expect((await create({ name: tooLong.slice(1) })).name).toBe(tooLong.slice(1));
  });

  it('P7.18 P10.5 PUT replaces a catalogue row, raises its revision and returns the ETag for the next change, also when the request is repeated', async () => {
    const { row, address } = await createRow();
    const body = kind.body({ ...optional, name: 'Cambiada (DEMO)' });
    const reply = await putCatalogRow(address, body, tagOf(row));
    expect(reply.statusCode).toBe(200);
    const changed = read(reply);
    expect(changed).toMatchObject({ id: row.id, name: 'Cambiada (DEMO)', ...optional });
    expect(changed.revision).toBe((row.revision ?? 0) + 1);
    expect(reply.headers['etag']).toBe(`"r${changed.revision}"`);
    const lines = await collectNewLogEntries(server, async () => {
      const again = await putCatalogRow(address, body, tagOf(row));
      expect([again.statusCode, read(again)]).toEqual([200, changed]);
    });
    expect(lines).toEqual([]);
    expect((await putCatalogRow(address, kind.body(), tagOf(changed))).statusCode).toBe(200);
  });

  it('P10.5 when two administrators change a catalogue row at the same time, the server accepts the first change and rejects the second', async () => {
    const { row, address } = await createRow();
    const first = kind.body({ name: 'Del primero (DEMO)' });
    const second = kind.body({ name: 'Del segundo (DEMO)' });
    const replies = await Promise.all([
      putCatalogRow(address, first, tagOf(row)),
      putCatalogRow(address, second, tagOf(row)),
    ]);
    const [lost] = replies.filter(({ statusCode }) => statusCode !== 200);
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect([lost?.statusCode, lost?.json()]).toMatchObject([
      412,
      {
        code: 'precondition_failed',
        message:
          'Otra persona cambió este registro mientras lo tenías abierto. Revisa los cambios antes de guardar.',
      },
    ]);
  });

  it('P2.44 P4.19 P7.24 PATCH status deactivates and activates a catalogue row, also when the request is repeated', async () => {
    const { row, address } = await createRow();
    for (const is_active of [false, false, true, true]) {
      const reply = await setCatalogRowActive(address, is_active);
      expect([reply.statusCode, read(reply).is_active]).toEqual([200, is_active]);
    }
    expect(read(await setCatalogRowActive(address, true)).revision).toBe((row.revision ?? 0) + 2);
    expect((await setCatalogRowActive(address, false, { 'if-match': '"r99"' })).statusCode).toBe(412);
    expect(fieldProblemsOf(await patchCatalogRow(`${address}/status`, { is_active: 'no' }))).toEqual({
      is_active: 'Debe ser verdadero o falso.',
    });
  });

  it('P7.1 a catalogue returns 404 for a change of an unknown row, and 400 for a malformed id', async () => {
    const nowhere = `${path}/${randomUUID()}`;
    for (const reply of [
      await putCatalogRow(nowhere, kind.body()),
      await setCatalogRowActive(nowhere, false),
    ]) {
      expect(rejectionOf(reply)).toEqual([404, 'not_found']);
      expect(reply.json<{ message: string }>().message).toBe(missing);
    }
    expect(fieldProblemsOf(await putCatalogRow(`${path}/1`, kind.body()))).toEqual({
      id: 'El identificador no es válido.',
    });
  });

  it('P10.12 the server logs every change of a catalogue row without its name, and logs no rejected change', async () => {
    const { row, address } = await createRow();
    const detail = (what: string) => ['catalog_changed', 'done', { resource, id: row.id, what }];
    const lines = await collectNewLogEntries(server, async () => {
      await putCatalogRow(address, kind.body({ name: 'Secreta (DEMO)' }));
      await setCatalogRowActive(address, false);
      await setCatalogRowActive(address, true);
      await putCatalogRow(address, kind.body({ name: tooLong }));
      await putCatalogRow(address, kind.body({ name: 'Otra (DEMO)' }), { 'if-match': '"r1"' });
    });
    expect(lines).toEqual([detail('replaced'), detail('deactivated'), detail('activated')]);
    const [created] = await collectNewLogEntries(server, create);
    expect(created?.slice(0, 2)).toEqual(['catalog_changed', 'done']);
    expect(created?.[2]).toMatchObject({ resource, what: 'created' });
  });

  it('R1 each change gives the catalogue list another ETag; a change without effect does not', async () => {
    const { address } = await createRow();
    const listTag = async () => String((await admin.get(path)).headers['etag']);
    const before = await listTag();
    await setCatalogRowActive(address, true);
    expect(await listTag()).toBe(before);
    await setCatalogRowActive(address, false);
    const after = await listTag();
    expect(after).not.toBe(before);
    await create();
    expect(await listTag()).not.toBe(after);
  });
});

describe.each(CATALOG_CASES.filter(({ required }) => 'code' in required))(
  'P5.16 codes of the catalogue $path',
  (kind) => {
    const rejectedFields = (reply: Reply) => [rejectionOf(reply), Object.keys(fieldProblemsOf(reply))];
    const TAKEN = [[409, 'code_taken'], ['code']];

    it('a catalogue code can be used only once, in any spelling', async () => {
      await admin.post(kind.path, { json: kind.body({ code: `ÑANDÚ ${kind.resource}` }) });
      const marked = `\u00adÑAN\u200dDÚ ${kind.resource}\ufe0f`;
      for (const code of [`ñandú ${kind.resource}`, `NANDU  ${kind.resource.toUpperCase()}`, marked])
        expect(rejectedFields(await admin.post(kind.path, { json: kind.body({ code }) }))).toEqual(TAKEN);
    });

    it("a PUT to a catalogue row may keep the row's code, but may not take the code of another row", async () => {
      const [mine, theirs] = [nextCode(), nextCode()];
      await admin.post(kind.path, { json: kind.body({ code: theirs }) });
      const { id } = (
        await admin.post(kind.path, { json: kind.body({ code: mine }) })
      ).json<CatalogCaseRow>();
      expect(
        (await putCatalogRow(`${kind.path}/${id}`, kind.body({ code: mine.toLowerCase() }))).statusCode,
      ).toBe(200);
      expect(rejectedFields(await putCatalogRow(`${kind.path}/${id}`, kind.body({ code: theirs })))).toEqual(
        TAKEN,
      );
    });

    it('when several rows are created at the same time with one code, only one succeeds', async () => {
      const code = nextCode();
      const replies = await Promise.all(
        Array.from({ length: 3 }, () => admin.post(kind.path, { json: kind.body({ code }) })),
      );
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    });

    it('a catalogue code has at most forty characters', async () => {
      const reply = await admin.post(kind.path, { json: kind.body({ code: LONG_NAME }) });
      expect(fieldProblemsOf(reply)).toEqual({ code: 'Máximo 40 caracteres.' });
    });
  },
);

describe('P11.56 contact of a company', () => {
  it('P11.56 a company has an optional address, which clients without it keep', async () => {
    const body = { code: nextCode(), name: 'Flores (DEMO)' };
    const { id } = (await admin.post('/companies', { json: body })).json<CatalogCaseRow>();
    const put = (changes: object) => putCatalogRow(`/companies/${id}`, { ...body, ...changes });
    expect(fieldProblemsOf(await put({ contact_email: 'personal' }))).toEqual({
      contact_email: 'Escribe un correo válido, como nombre@empresa.com.',
    });
    const contact_email = 'personal@flores.demo';
    expect((await put({ contact_email: ` ${contact_email} ` })).json()).toMatchObject({ contact_email });
    expect((await put({})).json()).toMatchObject({ contact_email });
    expect((await put({ contact_email: '' })).json()).toMatchObject({ contact_email: null });
  });
});

describe('P5.16 NIT as the code of a company', () => {
  const post = (code: string) => admin.post('/companies', { json: { code, name: `Flores ${code} (DEMO)` } });

  it('a NIT identifies one company, with or without dots and check digit', async () => {
    const { id } = (await post('901.555.444-3')).json<CatalogCaseRow>();
    const spellings = [
      '901555444-3',
      '901555444',
      '9015554443',
      '901,555,444-3',
      '901-555-444/3',
      '0901555444',
    ];
    for (const code of spellings) expect(rejectionOf(await post(code)), code).toEqual([409, 'code_taken']);
    expect((await post('901555445')).statusCode).toBe(201);
    const respelled = { code: '901555444', name: 'Flores (DEMO)' };
    expect((await putCatalogRow(`/companies/${id}`, respelled)).statusCode).toBe(200);
  });

  it('the NIT of a person identifies one company, and the rejection names that company', async () => {
    await post('79.555.444');
    for (const code of [
      '79555444',
      `79.555.444-${nitCheckDigit('79555444')}`,
      `79555444${nitCheckDigit('79555444')}`,
    ]) {
      const reply = await post(code);
      expect(rejectionOf(reply), code).toEqual([409, 'code_taken']);
      expect(reply.json()).toMatchObject({ message: 'Este NIT ya es de «Flores 79.555.444 (DEMO)».' });
    }
  });

  it("a NIT identifies one company, with or without the word 'NIT' in front", async () => {
    for (const [first, second] of [
      ['905.555.444', 'NIT 905.555.444'],
      ['N.I.T. 904555444', '904555444'],
    ] as const) {
      expect((await post(first)).statusCode).toBe(201);
      expect(rejectionOf(await post(second)), second).toEqual([409, 'code_taken']);
    }
  });

  it('when several companies are created at the same time with one NIT, only one succeeds', async () => {
    const replies = await Promise.all(['902.555.444', '902555444', '902 555 444'].map(post));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('the search finds a company by its NIT with and without dots, prefix and check digit', async () => {
    await post('903.555.444');
    const digit = nitCheckDigit('903555444');
    for (const q of ['903555444', `903.555.444-${digit}`, `NIT 903555444${digit}`]) {
      const found = (await admin.get(`/companies?q=${q}`)).json<{ items: readonly { code: string }[] }>();
      expect(found.items.map(({ code }) => code)).toEqual(['903.555.444']);
    }
  });
});
