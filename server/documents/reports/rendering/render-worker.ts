import { Worker } from 'node:worker_threads';
import { limitCpuTime } from './cpu-limit.ts';
import type { RenderResponse, RenderRequest } from './worker.ts';

/**
 * Reason why a document was not rendered. Only after 'failed' (the renderer threw an error) does the thread continue to run.
 */
export type RenderFault = 'crashed' | 'timed-out' | 'failed' | 'closed';

export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly fault: RenderFault;
  constructor(fault: RenderFault, options?: ErrorOptions) {
    super(`A document could not be rendered: ${fault}.`, options);
    this.fault = fault;
  }
}

interface RenderJob {
  readonly order: RenderRequest;
  resolve(pdf: Buffer): void;
  reject(error: RenderError): void;
}

export interface RenderThreadOptions {
  readonly program: URL;
  /** CPU time in ms that one document may take. */
  readonly cpuLimitMs: number;
}

/** Renders one document at a time on a thread. The thread is started when it is needed and replaced after a failure. */
export interface RestartingRenderThread {
  isFree(): boolean;
  run(job: RenderJob): void;
  close(): Promise<void>;
}

/**
 * Memory limit of a thread. The longest document that can be signed takes half of it. A document that exceeds the limit ends
 * its thread but not the server.
 */
const MAX_THREAD_MEMORY_MB = 512;

export function createRenderThread({ program, cpuLimitMs }: RenderThreadOptions): RestartingRenderThread {
  let thread: Worker | null = null;
  let current: { readonly job: RenderJob; readonly endLimit: () => void } | null = null;

  const finishJob = (settleJob: (job: RenderJob) => void) => {
    const settled = current;
    current = null;
    // An idle thread must not keep the process alive.
    thread?.unref();
    if (!settled) return;
    settled.endLimit();
    settleJob(settled.job);
  };
  const abandon = (broken: Worker, fault: RenderFault, cause?: unknown) => {
    // The 'exit' event of a thread may arrive after the thread was replaced. The document of that thread has already failed by
    // then, so the event is ignored.
    if (thread !== broken) return;
    thread = null;
    finishJob((job) => job.reject(new RenderError(fault, { cause })));
  };
  const read = (message: RenderResponse) =>
    finishJob((job) =>
      message.type === 'done'
        ? job.resolve(Buffer.from(message.bytes.buffer))
        : job.reject(new RenderError('failed', { cause: message.error })),
    );
  const start = (): Worker => {
    const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEMORY_MB } });
    started.on('message', read);
    started.on('error', (error) => abandon(started, 'crashed', error));
    started.on('exit', () => abandon(started, 'crashed'));
    return started;
  };
  const stop = async (fault: RenderFault) => {
    const stopped = thread;
    if (!stopped) return;
    abandon(stopped, fault);
    await stopped.terminate();
  };
  return {
    isFree: () => current === null,
    run: (job) => {
      thread ??= start();
      thread.ref();
      current = { job, endLimit: limitCpuTime(cpuLimitMs, () => void stop('timed-out')) };
      thread.postMessage(job.order, []);
    },
    close: () => stop('closed'),
  };
}
