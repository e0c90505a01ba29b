import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobDefinition, startRecurringJob } from './recurring-job.ts';

const logged: string[] = [];
const { log } = Fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } });
const startTestJob = (work: JobDefinition['work'], everyMs: number | null = 1_000) =>
  startRecurringJob({ name: 'counting', everyMs, work }, log);
const advanceByMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => {
  vi.useRealTimers();
  logged.length = 0;
});

/** Returns work that lasts until `end` is called, with the number of its runs. */
function createLongWork() {
  let finish = () => {};
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  return { work, end: () => finish() };
}

describe('recurring job of a server process', () => {
  it('P10.85 P10.86 a recurring job runs at the start and at each interval until its stop; without an interval it runs once', async () => {
    const [often, once] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const [job] = [startTestJob(often), startTestJob(once, null)];
    await advanceByMs(0);
    expect([often.mock.calls.length, once.mock.calls.length]).toEqual([1, 1]);
    await advanceByMs(2_000);
    expect([often.mock.calls.length, once.mock.calls.length]).toEqual([3, 1]);
    await job.stop(0);
    expect(vi.getTimerCount()).toBe(0);
    await advanceByMs(5_000);
    job.wake();
    expect(often).toHaveBeenCalledTimes(3);
  });

  it('P10.15 a recurring job never runs twice at once; wake calls during a run cause one more run, and a passed interval causes none', async () => {
    const { work, end } = createLongWork();
    const job = startTestJob(work);
    await advanceByMs(3_500);
    end();
    await advanceByMs(0);
    expect(work).toHaveBeenCalledTimes(1);
    job.wake();
    job.wake();
    job.wake();
    expect(work).toHaveBeenCalledTimes(2);
    end();
    await advanceByMs(0);
    expect(work).toHaveBeenCalledTimes(3);
    end();
    await advanceByMs(0);
    expect(work).toHaveBeenCalledTimes(3);
    await job.stop(0);
  });

  it("P10.12 a recurring job logs only the first of several successive failures, with the error's code and without its message", async () => {
    const failure = Object.assign(new Error('Zoraida'), { code: 'ENOSPC' });
    const work = vi.fn<() => Promise<void>>(() => Promise.reject(failure));
    const job = startTestJob(work);
    await advanceByMs(2_000);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('counting failed');
    expect(logged[0]).toContain('ENOSPC');
    expect(logged[0]).not.toContain('Zoraida');
    work.mockResolvedValueOnce();
    await advanceByMs(2_000);
    expect(logged).toHaveLength(2);
    await job.stop(0);
  });

  it('P10.12 a recurring job does not log a failure after its end', async () => {
    const job = startTestJob(
      (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error()))),
    );
    await advanceByMs(0);
    await job.stop(0);
    await advanceByMs(0);
    expect(logged).toEqual([]);
  });

  it('P10.12 a recurring job runs again after its work has thrown before its first await', async () => {
    const work = vi.fn<() => Promise<void>>(() => {
      throw new Error('at once');
    });
    const job = startTestJob(work);
    await advanceByMs(0);
    work.mockImplementation(() => Promise.resolve());
    await advanceByMs(1_000);
    job.wake();
    expect(work).toHaveBeenCalledTimes(3);
    await job.stop(0);
  });

  it('P10.85 a recurring job begins after its delay', async () => {
    const work = vi.fn(() => Promise.resolve());
    const job = startRecurringJob({ name: 'late', everyMs: null, firstAfterMs: 500, work }, log);
    await advanceByMs(499);
    expect(work).not.toHaveBeenCalled();
    await advanceByMs(1);
    expect(work).toHaveBeenCalledOnce();
    await job.stop(0);
  });

  it('P10.15 the stop of a recurring job waits for the running work up to a time limit, and then signals the work to end', async () => {
    vi.useRealTimers();
    const { work, end } = createLongWork();
    const job = startTestJob(work);
    await expect.poll(() => work.mock.calls.length).toBe(1);
    let isStopped = false;
    const stopped = job.stop(60_000).then(() => (isStopped = true));
    await setTimeout(20);
    expect(isStopped).toBe(false);
    end();
    await stopped;
    const signals: AbortSignal[] = [];
    const endless = startTestJob((ended) => {
      signals.push(ended);
      return new Promise(() => {});
    });
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false]);
    await endless.stop(10);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
