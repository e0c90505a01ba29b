import type { ReportInput, ReportKind } from '../input/input.ts';
import { RenderError } from './render-worker.ts';
import type { ReportRenderer } from './render.ts';

const REMEMBERED_MAX = 500;
const REMEMBERED_MS = 60 * 60_000;

/** Signed content never changes, so a document that broke its thread would break the next one too. */
const breaksAgain = (error: unknown): error is RenderError =>
  error instanceof RenderError && (error.fault === 'crashed' || error.fault === 'timed-out');

/**
 * Remembers for an hour the documents that broke their thread, so that a repeated request gets the same error immediately and
 * occupies no thread. Other failures are tried again.
 */
export function rememberUnprintable(
  renderer: ReportRenderer,
  now: () => number = () => performance.now(),
): ReportRenderer {
  // The oldest failure comes first.
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
