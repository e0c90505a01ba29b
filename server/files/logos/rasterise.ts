import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import program from 'thread:./rasterise-svg.ts';
import { openFairLane } from '../../base/fair-lane.ts';

/** Why there is no picture of an SVG: it is none, or it takes more time or memory than a logo may. */
export type SvgFault = 'unreadable' | 'costly';

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
/** A thread for each core would take its stack out of the bound below. */
const ONE_THREAD = { RAYON_NUM_THREADS: '1', VIPS_CONCURRENCY: '1' };
/** Node on Windows does not start without SystemRoot; nothing else of ours goes along. */
const environment = (): NodeJS.ProcessEnv => {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? ONE_THREAD : { SystemRoot, ...ONE_THREAD };
};

/**
 * Kilobytes of data that the system gives the program. A logo takes 130 000 and Node 24 reserves 500 000; 250 kB of hostile
 * text would take 2 000 000. A limit on addresses (-v) does not work, for Node reserves 1.4 GB of them. One on V8's heap does
 * not either, for the renderer is outside of it. Only Linux keeps to the limit; elsewhere time is the only bound.
 */
const MEMORY_KB = 750_000;
const BOUNDED = `ulimit -d ${MEMORY_KB} 2>/dev/null; exec "$0" "$@"`;

/** The program's file and arguments, under the bound of its memory. */
const bounded = (command: readonly string[]): [string, string[]] => {
  const [file = '', ...rest] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', BOUNDED, ...command];
  return [file, rest];
};

/** A program that could not be started is our fault and no SVG's; one that was ended, or that had no memory left, is not. */
function toFault(error: ExecFileException): Error {
  if (error.killed || error.signal) return new SvgError('costly', { cause: error });
  return typeof error.code === 'string' ? error : new SvgError('unreadable', { cause: error });
}

const run = (svg: Buffer, timeout: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      ...bounded([process.execPath, fileURLToPath(program)]),
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

const lane = openFairLane({
  atOnce: 1,
  waitingPerPerson: 2,
  waiting: 16,
  fullText: 'Estamos procesando otros logos. Intenta de nuevo en unos segundos.',
});

/** How many logos wait for their turn. */
export const logosWaiting = (): number => lane.waiting();

/**
 * The SVG as a PNG in the shape of a logo; one at a time, in the turns of who asks.
 * @throws SvgError; rate_limited
 */
export const rasteriseSvg = (svg: Buffer, person: string, timeoutMs = TIMEOUT_MS): Promise<Buffer> =>
  lane.run(person, () => run(svg, timeoutMs));
