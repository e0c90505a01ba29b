import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import program from 'thread:./rasterise-svg.ts';

/** Why there is no picture of an SVG. */
export type SvgFault = 'unreadable' | 'slow';

export class SvgError extends Error {
  override readonly name = 'SvgError';
  readonly fault: SvgFault;
  constructor(fault: SvgFault, options?: ErrorOptions) {
    super(`An SVG was not drawn: ${fault}.`, options);
    this.fault = fault;
  }
}

const TIMEOUT_MS = 10_000;
/** More than any logo as it is kept. */
const PNG_MAX_BYTES = 4_000_000;
/** Node on Windows does not start without it; nothing else of ours goes along. */
const environment = (): NodeJS.ProcessEnv => {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
};

/** A program that could not be started, or whose end was not its own doing, is our fault and no SVG's. */
function toFault(error: ExecFileException): Error {
  if (error.killed) return new SvgError('slow', { cause: error });
  return typeof error.code === 'string' ? error : new SvgError('unreadable', { cause: error });
}

const run = (svg: Buffer, timeout: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [fileURLToPath(program)],
      {
        encoding: 'buffer',
        env: environment(),
        killSignal: 'SIGKILL',
        maxBuffer: PNG_MAX_BYTES,
        timeout,
      },
      (error, png) => (error ? reject(toFault(error)) : resolve(png)),
    );
    // A program that ends before it has read everything breaks the pipe; how it ended is told above.
    child.stdin?.on('error', () => undefined).end(svg);
  });

let last: Promise<unknown> = Promise.resolve();

/** The SVG as a PNG in the shape of a logo; one at a time, whoever asks. @throws SvgError */
export function rasteriseSvg(svg: Buffer, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
  const next = last.then(
    () => run(svg, timeoutMs),
    () => run(svg, timeoutMs),
  );
  last = next;
  return next;
}
