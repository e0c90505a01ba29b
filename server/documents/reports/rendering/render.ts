import { openFairQueue } from '../../../platform/base/fair-queue.ts';
import type { ReportInput, ReportKind } from '../input/input.ts';
import type { OfficeDocument } from '../input/office-document.ts';
import type { RenderRequest } from './worker.ts';
import { type RestartingRenderThread, RenderError, createRenderThread } from './render-worker.ts';
import builtProgram from 'thread:./worker.ts';

export interface ReportRenderer {
  /**
   * Returns the bytes of the PDF. The threads are shared fairly, so that one user cannot occupy all threads.
   * @param person user who requests the document
   * @throws RenderError if the thread crashes, times out or fails, or the renderer closes; later calls still work. rate_limited
   * if too many documents are waiting
   */
  render(kind: ReportKind, input: ReportInput, person: string): Promise<Buffer>;
  /** Does the same for a document of the office. */
  renderOffice(input: OfficeDocument, person: string): Promise<Buffer>;
  waiting(): number;
  /** Ends the threads and rejects all documents that are in progress or waiting. */
  close(): Promise<void>;
}

export interface ReportRendererOptions {
  /** Number of documents rendered at once; default 2. A thread starts when the first document needs it. */
  readonly workers?: number;
  /** CPU time in ms that one document may take. */
  readonly cpuLimitMs?: number;
  /** Program that the threads run; tests replace it. */
  readonly program?: URL;
}

/** CPU time limit for one document. The longest document that can be signed takes 5 seconds on a slow machine. */
const RENDER_CPU_LIMIT_MS = 30_000;

export function createReportRenderer({
  workers = 2,
  cpuLimitMs = RENDER_CPU_LIMIT_MS,
  program = builtProgram,
}: ReportRendererOptions = {}): ReportRenderer {
  let isClosed = false;
  const queues: readonly RestartingRenderThread[] = Array.from({ length: workers }, () =>
    createRenderThread({ program, cpuLimitMs }),
  );
  const turns = openFairQueue({
    atOnce: workers,
    atOncePerPerson: Math.max(1, workers - 1),
    waitingPerPerson: 8,
    waiting: 64,
    fullText: 'Estamos generando otros documentos. Intenta de nuevo en unos segundos.',
  });
  const renderRequested = (order: RenderRequest) =>
    new Promise<Buffer>((resolve, reject) => {
      const queue = isClosed ? undefined : queues.find((candidate) => candidate.isFree());
      if (!queue) return reject(new RenderError('closed'));
      queue.run({ order, resolve, reject });
    });
  return {
    render: (kind, input, person) => turns.run(person, () => renderRequested({ kind, input })),
    renderOffice: (input, person) => turns.run(person, () => renderRequested({ kind: 'office', input })),
    waiting: () => turns.waiting(),
    close: async () => {
      isClosed = true;
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
