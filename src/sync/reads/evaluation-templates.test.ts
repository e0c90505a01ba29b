import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { createTemplate } from '#tests/support/documents/templates.ts';
import {
  fetchEvaluationTemplates,
  readCachedEvaluationTemplates,
  refreshEvaluationTemplates,
} from './evaluation-templates.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
let createResponse: () => Response;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(
      /\/health$|\/auth\/me$/.test(input)
        ? Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() })
        : createResponse(),
    ),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('P10.422 the device stores the templates for an evaluation that is opened without network', async () => {
  expect(await readCachedEvaluationTemplates(cacheOwner)).toBeNull();
  const template = createTemplate({ notes: [{ note_type: 'habitos', content: 'Actividad física.' }] });
  createResponse = () => Response.json({ items: [template] });
  const fetched = await fetchEvaluationTemplates(cacheOwner);
  expect(fetched.items).toEqual([template]);
  expect(await readCachedEvaluationTemplates(cacheOwner)).toEqual(fetched);
});

it('P10.422 the device returns no templates, without an error, from a base-contract server', async () => {
  const page = '<!doctype html><title>Error</title><pre>Cannot GET /api/v1/evaluation-templates</pre>';
  createResponse = () =>
    new Response(page, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect((await fetchEvaluationTemplates(cacheOwner)).items).toEqual([]);
});

it('P10.447 a refresh stores the current templates, and keeps them when the server fails', async () => {
  const template = createTemplate({ name: 'Ingreso sano' });
  createResponse = () => Response.json({ items: [template] });
  await refreshEvaluationTemplates(cacheOwner);
  createResponse = () => Response.json({ items: [{ ...template, name: 'Ingreso' }] });
  await refreshEvaluationTemplates(cacheOwner);
  createResponse = () => new Response('{}', { status: 500 });
  await refreshEvaluationTemplates(cacheOwner);
  expect((await readCachedEvaluationTemplates(cacheOwner))?.items.map(({ name }) => name)).toEqual([
    'Ingreso',
  ]);
});
