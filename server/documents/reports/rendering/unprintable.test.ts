import { expect, it } from 'vitest';
import { createReportInput } from '#tests/support/documents/report-sample.ts';
import { RenderError, type RenderFault } from './render-worker.ts';
import { cacheRenderFailures } from './unprintable.ts';

const ONE_HOUR_MS = 60 * 60_000;

/** Returns a renderer that always fails with the given fault; `seen.asked` counts its calls. */
async function makeFailingRenderer(fault: RenderFault) {
  const input = await createReportInput();
  const seen = { asked: 0, now: 0 };
  const renderer = cacheRenderFailures(
    {
      render: () => {
        seen.asked += 1;
        return Promise.reject(new RenderError(fault));
      },
      renderOffice: () => {
        seen.asked += 1;
        return Promise.reject(new RenderError(fault));
      },
      waiting: () => 0,
      close: () => Promise.resolve(),
    },
    () => seen.now,
  );
  const requestPdf = (content_sha256 = input.content_sha256, kind: 'history' | 'concept' = 'history') =>
    expect(renderer.render(kind, { ...input, content_sha256 }, 'a')).rejects.toMatchObject({ fault });
  const requestOffice = (foot: string) =>
    expect(
      renderer.renderOffice(
        {
          title: 'AVISO',
          branding: input.branding,
          createdAt: '2026-12-01T00:00:00Z',
          foot,
          facts: [],
          sections: [],
        },
        'a',
      ),
    ).rejects.toMatchObject({ fault });
  return { seen, ask: requestPdf, requestOffice };
}

it.each(['crashed', 'timed-out'] as const)(
  'L3 after the fault "%s", the PDF renderer rejects the same document for an hour, but renders other documents and other versions',
  async (fault) => {
    const { seen, ask } = await makeFailingRenderer(fault);
    await ask();
    await ask();
    expect(seen.asked).toBe(1);
    await ask(undefined, 'concept');
    await ask('f'.repeat(64));
    expect(seen.asked).toBe(3);
    seen.now = ONE_HOUR_MS;
    await ask();
    expect(seen.asked).toBe(4);
  },
);

it('L3 the PDF renderer remembers a letter or list that ended its thread by its content', async () => {
  const { seen, requestOffice } = await makeFailingRenderer('crashed');
  for (const foot of ['a', 'a', 'b']) await requestOffice(foot);
  expect(seen.asked).toBe(2);
});

it.each(['failed', 'closed'] as const)(
  'L3 after the fault "%s", the PDF renderer renders the same document again at the next request',
  async (fault) => {
    const { seen, ask } = await makeFailingRenderer(fault);
    await ask();
    await ask();
    expect(seen.asked).toBe(2);
  },
);

it('L3 the PDF renderer remembers at most the 500 newest failed documents, and renders an older one again', async () => {
  const { seen, ask } = await makeFailingRenderer('crashed');
  for (let index = 0; index <= 500; index += 1) await ask(String(index));
  await ask('500');
  expect(seen.asked).toBe(501);
  await ask('0');
  expect(seen.asked).toBe(502);
});
