import { expect, it, onTestFinished } from 'vitest';
import { evaluationBody } from '../support/capture.ts';
import { fieldProblemsOf, startServer } from '../support/server.ts';

it('S15 the server accepts an evaluation whose type and company were deactivated after its capture', async () => {
  const server = await startServer('captured_catalogues');
  onTestFinished(() => server.stop());
  const [admin, receptionist] = [await server.as('admin'), await server.as('desk')];
  const rows = {
    evaluation_type_id: ['evaluation-types', 'T'],
    employer_company_id: ['companies', 'E'],
  } as const;
  const named = Object.fromEntries(
    await Promise.all(
      Object.entries(rows).map(async ([field, [resource, code]]) => {
        const made = await admin.post(`/${resource}`, {
          json: { code: `S15-${code}`, name: `S15 ${code}` },
        });
        return [field, made.json<{ id: string }>().id] as const;
      }),
    ),
  );
  const captured = new Date().toISOString();
  const send = async (at?: string) =>
    receptionist.post('/evaluations', {
      json: evaluationBody(server, {}, named),
      ...(at && { headers: { 'x-captured-at': at } }),
    });
  expect((await send()).statusCode).toBe(201);
  for (const [field, [resource]] of Object.entries(rows))
    await admin.send('PATCH', `/${resource}/${named[field]}/status`, { json: { is_active: false } });
  expect((await send(captured)).statusCode).toBe(201);
  for (const at of [undefined, '2001-01-01T08:00:00-05:00'])
    expect(fieldProblemsOf(await send(at))).toEqual({
      evaluation_type_id: 'El tipo de evaluación está inactivo. Elige otro.',
      employer_company_id: 'La empresa está inactiva. Elige otra.',
    });
});
