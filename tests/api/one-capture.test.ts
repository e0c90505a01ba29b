import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows, evaluationBody, keyed, nextDocument } from './support/capture.ts';
import { type Provider, codeOf, startProvider } from './support/provider.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider('one_capture');
});
afterAll(() => provider.stop());

describe('S7 S14 one capture is one evaluation, whichever of its holders corrects it', () => {
  const captured = () => new Date(Date.now() - 60_000 + Math.floor(Math.random() * 50_000)).toISOString();
  const corrected = async (who: 'desk' | 'admin', number: string, at: string, company: string) =>
    (await provider.as(who)).post('/evaluations', {
      json: evaluationBody(
        provider,
        { identification_number: number },
        { employer_company_id: company, additional_info: who },
      ),
      headers: { ...keyed(), 'x-captured-at': at },
    });
  const companies = () => provider.clinic.companies;

  it('the second under a key of its own is refused, and adds nothing', async () => {
    const [number, at] = [nextDocument(), captured()];
    expect((await corrected('desk', number, at, companies().builder)).statusCode).toBe(201);
    const before = await countRows(provider, 'evaluations');
    const second = await corrected('admin', number, at, companies().scaffolds);
    expect([second.statusCode, codeOf(second)]).toEqual([409, 'already_registered']);
    expect(await countRows(provider, 'evaluations')).toBe(before);
  });

  it('also when both come at once', async () => {
    const [number, at] = [nextDocument(), captured()];
    const replies = await Promise.all(
      (['desk', 'admin', 'desk', 'admin'] as const).map((who) =>
        corrected(who, number, at, companies().builder),
      ),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
  });

  it('the same person captured at another instant is another evaluation', async () => {
    const number = nextDocument();
    for (const at of ['2026-11-20T08:00:00.000-05:00', '2026-11-20T08:00:00.001-05:00'])
      expect((await corrected('desk', number, at, companies().builder)).statusCode).toBe(201);
  });
});
