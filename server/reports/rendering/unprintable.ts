import type { ReportInput, ReportKind } from '../input/input.ts';
import { RenderError } from './render-worker.ts';
import type { ReportRenderer } from './render.ts';

const REMEMBERED_MAX = 500;
const REMEMBERED_MS = 60 * 60_000;

/**
 * Returns whether the document would fail again: signed content never changes, so a document that ended its thread would end
 * the next thread too.
 */
const breaksAgain = (error: unknown): error is RenderError =>
  error instanceof RenderError && (error.fault === 'crashed' || error.fault === 'timed-out');

/**
 * Remembers for an hour the documents that ended their thread. A repeated request gets the same error immediately and occupies
 * no thread. After other failures the document is rendered again.
 */
export function cacheRenderFailures(
  renderer: ReportRenderer,
  now: () => number = () => performance.now(),
): ReportRenderer {
  // Map order: the oldest failure comes first.
  const failed = new Map<string, { readonly error: RenderError; readonly until: number }>();
  const remember = (name: string, error: RenderError) => {
    failed.delete(name);
    failed.set(name, { error, until: now() + REMEMBERED_MS });
    for (const oldest of failed.keys()) {
      if (failed.size <= REMEMBERED_MAX) break;
      failed.delete(oldest);
    }
  };
  const render = async (kind: ReportKind, input: ReportInput, person: string) => {
    const name = `${kind} ${input.content_sha256}`;
    const known = failed.get(name);
    if (known && known.until > now()) throw known.error;
    try {
      return await renderer.render(kind, input, person);
    } catch (error) {
      if (breaksAgain(error)) remember(name, error);
      throw error;
    }
  };
  return { ...renderer, render };
}
