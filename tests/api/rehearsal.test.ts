import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RenderError } from '#server/reports/rendering/render-worker.ts';
import { type Medicine, seedMedicine, signedEvaluation } from './support/clinical.ts';
import { type Provider, startProvider } from './support/provider.ts';

let provider: Provider;
let medicine: Medicine;
const renderer = {
  render: vi.fn(async (): Promise<Buffer> => Promise.reject(new RenderError('closed'))),
  isCold: vi.fn(() => true),
  waiting: () => 0,
  close: async () => undefined,
};
beforeAll(async () => {
  provider = await startProvider('rehearsal', { reports: renderer, rehearsesDocuments: true });
  medicine = await seedMedicine(provider);
});
afterAll(() => provider.stop());

it('P10.11 the first signature makes a document beforehand, which is nobody’s and fails for nobody', async () => {
  const id = await signedEvaluation(provider, medicine);
  await vi.waitFor(() => expect(renderer.render).toHaveBeenCalledTimes(1));
  const of = { closing: expect.objectContaining({ evaluation_id: id }) as unknown };
  expect(renderer.render).toHaveBeenCalledWith('concept', expect.objectContaining(of), expect.any(String));
  const { rows } = await provider.database.pool.query(
    `select 1 from activity where action in ('concept_downloaded', 'history_downloaded')`,
  );
  expect(rows).toEqual([]);
  renderer.isCold.mockReturnValue(false);
  await signedEvaluation(provider, medicine);
  await provider.app.close();
  expect(renderer.render).toHaveBeenCalledTimes(1);
});
