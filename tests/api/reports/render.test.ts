// @module-tag landing
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { SAMPLE_SIGNED_VERSION, createReportInput } from '#tests/support/documents/report-sample.ts';
import type { ReportInput, ReportKind } from '#server/documents/reports/input/input.ts';
import {
  type ReportRenderer,
  type ReportRendererOptions,
  createReportRenderer,
} from '#server/documents/reports/rendering/render.ts';
import unreliable from 'thread:#tests/support/documents/unreliable-thread.ts';

let input: ReportInput;
let renderer: ReportRenderer | undefined;
beforeAll(async () => {
  input = await createReportInput();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await renderer?.close();
});

function openRenderer(
  options: ReportRendererOptions,
): { render: (kind: ReportKind, input: ReportInput) => Promise<Buffer> } & Pick<ReportRenderer, 'close'> {
  const opened = createReportRenderer({ workers: 1, ...options });
  renderer = opened;
  return { render: (kind, asked) => opened.render(kind, asked, 'somebody'), close: () => opened.close() };
}
const inputRequestedBy = (by: string): ReportInput => ({ ...input, request: { ...input.request, by } });
const matchRenderError = (name: string) => expect.objectContaining({ name: 'RenderError', fault: name });

describe('P10.11 failure of a rendering thread', () => {
  it.each([
    ['exits', 'crashed'],
    ['throws', 'crashed'],
    ['fails', 'failed'],
  ])(
    'when a rendering thread %s, its document is rejected as %s and the next one in the queue is rendered',
    async (by, name) => {
      const opened = openRenderer({ program: unreliable });
      const [broken, next] = await Promise.allSettled([
        opened.render('concept', inputRequestedBy(by)),
        opened.render('concept', inputRequestedBy('the next one')),
      ]);
      expect(broken).toEqual({ status: 'rejected', reason: matchRenderError(name) });
      expect(next).toEqual({ status: 'fulfilled', value: Buffer.from('the next one') });
      expect((await opened.render('history', inputRequestedBy('a later one'))).toString()).toBe(
        'a later one',
      );
    },
  );

  it.each([
    ['at its limit of CPU time', 5_000, 5_000],
    ['after ten times the limit if it uses no CPU time', 0, 50_000],
  ])(
    'the renderer ends a thread %s, and renders the next document',
    async (_when, usedCpuMs, endsAfterMs) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: usedCpuMs * 1_000, system: 0 });
      const opened = openRenderer({ program: unreliable, cpuLimitMs: 5_000 });
      const ended = vi.fn();
      const hanging = opened.render('concept', inputRequestedBy('hangs')).catch(ended);
      const waiting = opened.render('concept', inputRequestedBy('the next one'));
      await vi.advanceTimersByTimeAsync(endsAfterMs - 1);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await hanging;
      expect(ended).toHaveBeenCalledWith(matchRenderError('timed-out'));
      expect((await waiting).toString()).toBe('the next one');
    },
  );

  it('a closed renderer rejects documents in progress, queued documents and later ones', async () => {
    const opened = openRenderer({ program: unreliable });
    const all = Promise.allSettled(
      ['hangs', 'waits'].map((by) => opened.render('concept', inputRequestedBy(by))),
    );
    await opened.close();
    expect(await all).toEqual([
      { status: 'rejected', reason: matchRenderError('closed') },
      { status: 'rejected', reason: matchRenderError('closed') },
    ]);
    await expect(opened.render('concept', inputRequestedBy('late'))).rejects.toEqual(
      matchRenderError('closed'),
    );
  });
});

describe('L3 user with many documents', () => {
  it('a user with many documents delays no other user, because one thread is reserved for others', async () => {
    const opened = createReportRenderer({ program: unreliable });
    renderer = opened;
    const hanging = Promise.allSettled(
      ['hangs', 'hangs'].map((by) => opened.render('history', inputRequestedBy(by), 'eager')),
    );
    expect((await opened.render('concept', inputRequestedBy('the other one'), 'other')).toString()).toBe(
      'the other one',
    );
    await opened.close();
    expect(await hanging).toHaveLength(2);
  });

  it("the renderer rejects a user's document with rate_limited while eight documents of that user wait", async () => {
    const opened = createReportRenderer({ program: unreliable });
    renderer = opened;
    const asked = Array.from({ length: 10 }, () =>
      opened.render('history', inputRequestedBy('hangs'), 'eager'),
    );
    await expect(asked.at(-1)).rejects.toMatchObject({ code: 'rate_limited' });
    const rest = Promise.allSettled(asked);
    await opened.close();
    expect(await rest).toHaveLength(10);
  });
});

describe('P10.11 documents from a real thread', () => {
  it('the renderer does not mix up documents requested at once; a broken picture fails only its own document', async () => {
    const opened = openRenderer({ workers: 2 });
    const names = ['Ñáñez', 'Peña', 'Güiza'];
    const pdfs = await Promise.all(
      names.map((last_name) =>
        opened.render('concept', {
          ...input,
          closing: { ...SAMPLE_SIGNED_VERSION, patient: { ...SAMPLE_SIGNED_VERSION.patient, last_name } },
        }),
      ),
    );
    for (const [index, pdf] of pdfs.entries()) {
      const text = await pdfTextOf(pdf);
      expect(names.filter((name) => text.includes(name))).toEqual([names[index]]);
    }
    const pictures = { ...input.pictures, patient_photo: Buffer.from('not a picture') };
    await expect(opened.render('history', { ...input, pictures })).rejects.toEqual(
      matchRenderError('failed'),
    );
    expect((await opened.render('history', input)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
