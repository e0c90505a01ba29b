import type { ReportRenderer } from '../reports/rendering/render.ts';
import type { Context } from '../../platform/http/context/context.ts';

export interface DocumentContext extends Context {
  readonly reports: ReportRenderer;
  /** True if the concept is made right after signing; false if the first request for the concept makes it. */
  readonly issuesAfterSigning: boolean;
}
