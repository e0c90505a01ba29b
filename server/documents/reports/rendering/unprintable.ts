import { createHash } from 'node:crypto';
import type { ReportInput, ReportKind } from '../input/input.ts';
import type { OfficeDocument } from '../input/office-document.ts';
import { RenderError } from './render-worker.ts';
import type { ReportRenderer } from './render.ts';

const MAX_CACHED_FAILURES = 500;
const FAILURE_CACHE_MS = 60 * 60_000;

/**
 * Returns true if rendering the document again would fail again. The same content that ended a thread would also end the
 * next thread.
 */
const isPermanentFailure = (error: unknown): error is RenderError =>
  error instanceof RenderError && (error.fault === 'crashed' || error.fault === 'timed-out');

const digestOf = (input: OfficeDocument): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex');

/**
 * Remembers for an hour the documents that ended their thread. A repeated request gets the same error at once and occupies no
 * thread. After other failures, the document is rendered again.
 */
export function cacheRenderFailures(
  renderer: ReportRenderer,
  now: () => number = () => performance.now(),
): ReportRenderer {
  // The first entry of the map is the oldest failure.
  const failed = new Map<string, { readonly error: RenderError; readonly until: number }>();
  const remember = (name: string, error: RenderError) => {
    failed.delete(name);
    failed.set(name, { error, until: now() + FAILURE_CACHE_MS });
    for (const oldest of failed.keys()) {
      if (failed.size <= MAX_CACHED_FAILURES) break;
      failed.delete(oldest);
    }
  };
  const renderOnce = async (name: string, renderDocument: () => Promise<Buffer>) => {
    const known = failed.get(name);
    if (known && known.until > now()) throw known.error;
    try {
      return await renderDocument();
    } catch (error) {
      if (isPermanentFailure(error)) remember(name, error);
      throw error;
    }
  };
  return {
    ...renderer,
    render: (kind: ReportKind, input: ReportInput, person: string) =>
      renderOnce(`${kind} ${input.content_sha256}`, () => renderer.render(kind, input, person)),
    renderOffice: (input: OfficeDocument, person: string) =>
      renderOnce(`office ${digestOf(input)}`, () => renderer.renderOffice(input, person)),
  };
}
