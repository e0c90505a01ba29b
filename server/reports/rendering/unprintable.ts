import type { ReportInput, ReportKind } from '../input/input.ts';
import { RenderError } from './render-worker.ts';
import type { ReportRenderer } from './render.ts';

const REMEMBERED_MAX = 500;
const REMEMBERED_MS = 60 * 60_000;

/** What was signed says the same for good: one that broke its thread breaks the next one too. */
const breaksAgain = (error: unknown): error is RenderError =>
  error instanceof RenderError && (error.fault === 'crashed' || error.fault === 'timed-out');

/**
 * Remembers for an hour the closings that no document could be made of, so that who asks again has the same answer at once and
 * occupies nobody's thread. A failure that costs nothing is tried anew.
 */
export function rememberUnprintable(
  renderer: ReportRenderer,
  now: () => number = () => performance.now(),
): ReportRenderer {
  // The one that failed longest ago stands first.
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
