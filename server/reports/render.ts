import type { ReportInput, ReportKind } from './input.ts';

/** Makes the two documents off the main thread. */
export interface ReportRenderer {
  /** The PDF's bytes. Rejects when the worker crashes or takes too long; the next call gets a new worker. */
  render(kind: ReportKind, input: ReportInput): Promise<Buffer>;
  /** Ends the workers; what still waits rejects. */
  close(): Promise<void>;
}

export interface ReportRendererOptions {
  /** Documents made at once; 1 unless told otherwise. Threads start with the first document. */
  readonly workers?: number;
}

export function createReportRenderer(_options: ReportRendererOptions = {}): ReportRenderer {
  return {
    render: () => Promise.reject(new Error('The documents come with the next commit.')),
    close: () => Promise.resolve(),
  };
}
