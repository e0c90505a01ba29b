import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import program from 'thread:./rasterise-svg.ts';
import { openFairQueue } from '../../base/fair-queue.ts';

/**
 * Reason why an SVG was not drawn. 'unreadable': it is invalid; 'costly': it takes more time or memory than allowed for a logo.
 */
export type SvgFault = 'unreadable' | 'costly';

export class SvgError extends Error {
  override readonly name = 'SvgError';
  readonly fault: SvgFault;
  constructor(fault: SvgFault, options?: ErrorOptions) {
    super(`An SVG could not be rendered: ${fault}.`, options);
    this.fault = fault;
  }
}

/** CPU time that an SVG may take, in ms. */
const SVG_CPU_LIMIT_MS = 10_000;
/**
 * A renderer that gets little CPU time because the machine is busy is stopped after this many times the limit. Windows has no
 * limit of CPU time, so there it is stopped when the limit has elapsed.
 */
const ELAPSED_LIMITS_MAX = process.platform === 'win32' ? 1 : 10;
/** Maximum size of the renderer's output in bytes; larger than any valid logo. */
const PNG_MAX_BYTES = 4_000_000;
/** Limits the renderer to one thread, because the stack of each thread counts towards the memory limit below. */
const ONE_THREAD_ENV = { RAYON_NUM_THREADS: '1', VIPS_CONCURRENCY: '1' };
/**
 * Returns the environment of the renderer process. SystemRoot is the only variable taken from this process; without SystemRoot,
 * Node does not start on Windows.
 */
const rendererEnvironment = (): NodeJS.ProcessEnv => {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? ONE_THREAD_ENV : { SystemRoot, ...ONE_THREAD_ENV };
};

/**
 * Memory limit in kilobytes, enforced by the operating system. Rendering a logo takes 130 000 kB, Node 24 reserves 500 000 kB,
 * and 250 kB of hostile text would take 2 000 000 kB. A limit on the address space (-v) does not work because Node reserves 1.4
 * GB of it, and a limit on V8's heap does not work because the renderer allocates outside the heap. Only Linux enforces this
 * limit; on other systems only the limit of CPU time stops an expensive SVG.
 */
const RENDERER_MEMORY_LIMIT_KB = 750_000;

/** Returns the program and its arguments with the limits of memory and CPU time added, on systems that support them. */
const addLimits = (command: readonly string[], cpuLimitMs: number): [string, string[]] => {
  const limits = `ulimit -d ${RENDERER_MEMORY_LIMIT_KB} 2>/dev/null; ulimit -t ${Math.ceil(cpuLimitMs / 1_000)}`;
  const [file = '', ...rest] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', `${limits}; exec "$0" "$@"`, ...command];
  return [file, rest];
};

/**
 * Converts an error of the renderer process. A process that was killed or ran out of memory means that the SVG is too costly; a
 * process that could not start is an error of the server.
 */
function toSvgError(error: ExecFileException): Error {
  if (error.killed || error.signal) return new SvgError('costly', { cause: error });
  return typeof error.code === 'string' ? error : new SvgError('unreadable', { cause: error });
}

const runRenderer = (svg: Buffer, cpuLimitMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      ...addLimits([process.execPath, fileURLToPath(program)], cpuLimitMs),
      {
        encoding: 'buffer',
        env: rendererEnvironment(),
        killSignal: 'SIGKILL',
        maxBuffer: PNG_MAX_BYTES,
        timeout: ELAPSED_LIMITS_MAX * cpuLimitMs,
      },
      (error, png) => (error ? reject(toSvgError(error)) : resolve(png)),
    );
    // A process that ends before it has read all input breaks the pipe. The callback above reports why the process ended, so
    // the error of the pipe is ignored.
    child.stdin?.on('error', () => undefined).end(svg);
  });

const svgRenderingQueue = openFairQueue({
  atOnce: 1,
  waitingPerPerson: 2,
  waiting: 16,
  fullText: 'Estamos procesando otros logos. Intenta de nuevo en unos segundos.',
});

export const countWaitingLogos = (): number => svgRenderingQueue.waiting();

/**
 * Converts an SVG to a PNG within the size of a logo. Draws one SVG at a time, from a queue that is fair between users.
 * @throws SvgError; rate_limited
 */
export const rasteriseSvg = (svg: Buffer, person: string, cpuLimitMs = SVG_CPU_LIMIT_MS): Promise<Buffer> =>
  svgRenderingQueue.run(person, () => runRenderer(svg, cpuLimitMs));
