import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Branch } from '#contract/catalogs/branches.ts';
import { branchBody, rowMakers } from '../support/examples/catalog-examples.ts';
import { type Caller, type Server, responseOf, fieldProblemsOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('institution');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const createBranch = (other: object = {}) => rowMakers.branch(admin, server, other);
const postBranch = (other: object) => admin.post('/branches', { json: branchBody(server, other) });

describe('P10.142 legal data of the institution on documents', () => {
  const INSTITUTION = { nit: '999.000.011-6', habilitation_code: '999900000101', city: 'Bogotá D.C.' };

  it.each([
    ['nit', 'ABC', 'Escribe el NIT con números, como 900123456-8.'],
    ['nit', '1'.repeat(25), 'Máximo 24 caracteres.'],
    ['nit', '12345', 'Escribe el NIT con números, como 900123456-8.'],
    ['habilitation_code', '123456789', 'El código de habilitación tiene de 10 a 12 números.'],
    ['habilitation_code', '1234567890123', 'El código de habilitación tiene de 10 a 12 números.'],
    ['habilitation_code', '12345678x0', 'El código de habilitación tiene de 10 a 12 números.'],
    ['city', 'á'.repeat(201), 'Máximo 200 caracteres.'],
  ])('the server rejects the institution’s data when %s is %j', async (field, value, message) => {
    expect(fieldProblemsOf(await postBranch({ [field]: value }))).toEqual({ [field]: message });
    const own = await admin.send('PATCH', '/me/branch/branding', { json: { [field]: value } });
    expect(fieldProblemsOf(own)).toEqual({ [field]: message });
  });

  it('the server accepts a NIT (tax number) with a wrong check digit, and removes blanks and hyphens from the habilitation code', async () => {
    const made = await createBranch({
      name: 'NIT dudoso (DEMO)',
      nit: '999000011-5',
      habilitation_code: '99990 00001-01',
    });
    expect(made).toMatchObject({ nit: '999000011-5', habilitation_code: '999900000101', city: null });
  });

  it('a change of the institution’s data keeps fields that are not sent, and removes fields that are sent empty', async () => {
    const made = await createBranch({ name: 'Institución (DEMO)', ...INSTITUTION });
    const { company_id, name } = made;
    const replaceInstitution = async (body: object) =>
      responseOf(
        Branch,
        await admin.send('PUT', `/branches/${made.id}`, { json: { company_id, name, ...body } }),
      );
    expect(await replaceInstitution({})).toMatchObject({ ...INSTITUTION, revision: made.revision });
    expect(await replaceInstitution({ nit: '', habilitation_code: null })).toMatchObject({
      nit: null,
      habilitation_code: null,
      city: INSTITUTION.city,
    });
  });
});
