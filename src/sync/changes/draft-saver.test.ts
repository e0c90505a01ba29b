import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSaver } from './draft-saver.ts';

describe('S3 draft saver', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function makeSaver() {
    const saved: string[] = [];
    const outcome = { onSaved: vi.fn(), onFailure: vi.fn() };
    const save = vi.fn(async (text: string) => void saved.push(text));
    return { saved, save, ...outcome, drafts: createDraftSaver(save, outcome) };
  }

  it('the draft saver saves immediately the first change that follows a pause, and combines the next keystrokes into one save', async () => {
    const { drafts, saved, onSaved } = makeSaver();
    drafts.change('A');
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual(['A']);
    drafts.change('An');
    await vi.advanceTimersByTimeAsync(100);
    drafts.change('Ana');
    await vi.advanceTimersByTimeAsync(600);
    expect(saved).toEqual(['A', 'Ana']);
    drafts.change('Ana M');
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual(['A', 'Ana', 'Ana M']);
    expect(onSaved).toHaveBeenCalledTimes(3);
  });

  it('the draft saver saves while the user types without a pause', async () => {
    const { drafts, saved } = makeSaver();
    for (let length = 1; length <= 20; length += 1) {
      drafts.change('A'.repeat(length));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(saved.length).toBeGreaterThanOrEqual(6);
  });

  it('flushing saves pending content at once and writes nothing when none is pending', async () => {
    const { drafts, saved } = makeSaver();
    drafts.change('Ana');
    await drafts.flush();
    await drafts.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved).toEqual(['Ana']);
  });

  it('S3 the draft saver writes nothing after the draft was confirmed', async () => {
    const { drafts, saved } = makeSaver();
    drafts.change('A');
    drafts.change('Ana');
    drafts.stop();
    drafts.change('Ana Gil');
    await drafts.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved).toEqual(['A']);
  });

  it('S27 P10.61 the draft saver writes changes made during parking only if the draft was not parked in the end', async () => {
    const { drafts, saved } = makeSaver();
    drafts.change('A');
    drafts.change('Ana');
    drafts.hold();
    drafts.change('Ana Gil');
    await drafts.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved).toEqual(['A']);
    drafts.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual(['A', 'Ana Gil']);
  });

  it('S3 S27 the draft saver stays paused until both the confirmation and the parking have released it', async () => {
    const { drafts, saved } = makeSaver();
    drafts.hold();
    drafts.hold();
    drafts.change('A');
    drafts.release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved).toEqual([]);
    drafts.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual(['A']);
  });

  it('S20 content whose save failed never overwrites newer content', async () => {
    const { drafts, saved, save } = makeSaver();
    let fail: (problem: Error) => void = () => undefined;
    save.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
    drafts.change('A');
    drafts.change('An');
    await vi.advanceTimersByTimeAsync(0);
    expect(saved, 'one at a time').toEqual([]);
    await drafts.flush();
    expect(saved).toEqual(['An']);
    fail(new Error('full'));
    await vi.advanceTimersByTimeAsync(0);
    expect(drafts.isDue()).toBe(false);
    await drafts.flush();
    expect(saved).toEqual(['An']);
  });

  it('S20 the draft saver reports a failed save and saves the same content at the next flush', async () => {
    const { drafts, save, saved, onFailure } = makeSaver();
    save.mockRejectedValueOnce(new Error('full'));
    drafts.change('Ana');
    await drafts.flush();
    expect(onFailure).toHaveBeenCalledTimes(1);
    await drafts.flush();
    expect(saved).toEqual(['Ana']);
  });
});
