import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { writable } from '#server/commands/catalogs/writable-catalogs.ts';
import { makers } from './support/catalog-examples.ts';
import { type Caller, type Provider, answerOf, startProvider } from './support/provider.ts';
import { createUser, setPermissions } from './support/users.ts';

let provider: Provider;
let admin: Caller;
beforeAll(async () => {
  provider = await startProvider('activity_about');
  admin = await provider.as('admin');
});
afterAll(() => provider.stop());

const about = async (action: string, count = 1) =>
  answerOf(ActivityList, await admin.get(`/activity?actions=${action}&page_size=${count}`)).items.map(
    (item) => item.about,
  );

describe('P10.246 whom or what a line of the log is about', () => {
  it('P10.246 a row of whichever catalogue, by its name, and what was done to it', async () => {
    const names: Record<keyof typeof writable, string> = {
      evaluationTypes: (await makers.evaluationType(admin, { name: 'Tipo Prueba' })).name,
      companies: (await makers.company(admin, { name: 'Empresa Prueba' })).name,
      exams: (await makers.exam(admin, { name: 'Examen Prueba' })).name,
      doctors: (await makers.doctor(admin, { name: 'Doctora Prueba' })).name,
      branches: (await makers.branch(admin, provider, { name: 'Sede Prueba' })).name,
      notePhrases: (await makers.notePhrase(admin, { name: 'Frase de prueba.' })).name,
    };
    const kinds = Object.keys(names).map((key) => writable[key as keyof typeof writable].source.resource);
    const made = Object.values(names).map((name, nth) => ({ kind: kinds[nth], name, what: 'created' }));
    expect(await about('catalog_changed', made.length)).toEqual(made.toReversed());
  });

  it('P10.246 a package of exams, by the type that it is for', async () => {
    const [type, exam] = [
      await makers.evaluationType(admin, { name: 'Con paquete' }),
      await makers.exam(admin),
    ];
    const json = { evaluation_type_id: type.id, job: null, exam_ids: [exam.id] };
    await admin.send('PUT', '/exam-packages', { json });
    expect(await about('catalog_changed')).toEqual([
      { kind: 'exam-packages', name: 'Con paquete', what: 'created' },
    ]);
  });

  it('P10.246 a user, by the name of today', async () => {
    const { id } = await createUser(admin, { display_name: 'Rocío Prueba' });
    await setPermissions(admin, id, ['view_dashboard']);
    const rocio = { kind: 'users', name: 'Rocío Prueba', what: null };
    expect(await about('user_created')).toEqual([rocio]);
    expect(await about('user_permissions_changed')).toEqual([rocio]);
  });

  it('P10.246 nobody, where a line is about an evaluation or about who it is by', async () => {
    expect(await about('sign_in')).toEqual([null]);
  });
});
