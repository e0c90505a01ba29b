import type { ReportInput, ReportKind } from './input.ts';
import { type Job, type Lane, RenderError, openLane } from './lane.ts';
import builtProgram from 'thread:./worker.ts';

/** Makes the two documents off the main thread. */
export interface ReportRenderer {
  /**
   * The PDF's bytes; requests wait for a free thread in their order.
   * @throws RenderError when the thread crashes, takes too long, fails, or the renderer closes; the next call is served
   */
  render(kind: ReportKind, input: ReportInput): Promise<Buffer>;
  /** Ends the threads; what is being made and what still waits rejects. */
  close(): Promise<void>;
}

export interface ReportRendererOptions {
  /** Documents made at once; 1 unless told otherwise. A thread starts with the first document that needs it. */
  readonly workers?: number;
  readonly timeoutMs?: number;
  /** Another program for the threads, for tests. */
  readonly program?: URL;
}

const TIMEOUT_MS = 60_000;

export function createReportRenderer({
  workers = 1,
  timeoutMs = TIMEOUT_MS,
  program = builtProgram,
}: ReportRendererOptions = {}): ReportRenderer {
  const waiting: Job[] = [];
  let isClosed = false;
  const next = () => {
    const lane = isClosed ? undefined : lanes.find((candidate) => candidate.isFree());
    const job = lane && waiting.shift();
    if (job) lane.run(job);
  };
  const lanes: readonly Lane[] = Array.from({ length: workers }, () =>
    openLane({ program, timeoutMs, onFree: next }),
  );
  return {
    render: (kind, input) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new RenderError('closed'));
        waiting.push({ order: { kind, input }, resolve, reject });
        next();
      }),
    close: async () => {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(new RenderError('closed'));
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
