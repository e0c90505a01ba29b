import vm from 'node:vm';
import * as dexie from 'dexie';
import { Dexie, type DBCore, type DBCoreTransaction, type Middleware } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { build, type Plugin } from 'vite';
import { immediateCrypto } from './prompt-crypto.ts';
import type * as windowProgram from './window-program.ts';

export type WindowProgram = typeof windowProgram;
/** Starts a new instance of the program with its own memory. */
export type ProgramOpener<Program> = (randomUUID?: () => string) => Program;
export type OpenWindow = ProgramOpener<WindowProgram>;

const WINDOW_PROGRAM_FILE = 'tests/simulation/parked/window-program.ts';

/** Fault that is inserted into the product's source, to show that the simulation detects the fault. */
export interface SourceMutation {
  /** End of the path of the source file to change. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns a build plugin that inserts the fault.
 * @throws Error if the source does not contain the text to replace
 */
const createMutationPlugin = ({ file, from, to }: SourceMutation): Plugin => ({
  name: 'breaking',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith(file)) return null;
    if (!code.includes(from)) throw new Error(`${file} has no '${from}' any more`);
    return code.replace(from, to);
  },
});

async function buildWindowBundle(entry: string, mutation: SourceMutation | null): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: mutation ? [createMutationPlugin(mutation)] : [],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'deskWindow', fileName: 'window' },
      // All windows use the same Dexie module, because two copies in one process would notify each other of commits, unlike
      // real windows.
      rolldownOptions: { external: ['dexie'], output: { codeSplitting: false, globals: { dexie: 'dexie' } } },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (!chunk) throw new Error('the window has no program');
  return chunk.code;
}

/** Runs a timer without its delay, because a simulated window waits only for the disk. */
const runLater = (run: () => void) => setTimeout(run);

/** Compiles the program of a window once. Each window runs its own instance. */
export const compileWindowProgram = (mutation: SourceMutation | null = null): Promise<OpenWindow> =>
  compileProgram<WindowProgram>(WINDOW_PROGRAM_FILE, mutation);

export async function compileProgram<Program>(
  entry: string,
  mutation: SourceMutation | null,
): Promise<ProgramOpener<Program>> {
  const code = await buildWindowBundle(entry, mutation);
  const program = new vm.Script(`((crypto, dexie, setTimeout) => {${code}\nreturn deskWindow;})`);
  return (randomUUID = immediateCrypto.randomUUID) => {
    const start = program.runInThisContext() as (
      crypto: Omit<typeof immediateCrypto, 'randomUUID'> & { readonly randomUUID: () => string },
      library: typeof dexie,
      timer: typeof runLater,
    ) => Program;
    return start({ ...immediateCrypto, randomUUID }, dexie, runLater);
  };
}

export function resetDevice(): void {
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
}

/**
 * Returns a promise that never settles, for a caller in a killed window. Each call returns a new promise, because one shared
 * promise would keep all callers in memory.
 */
const createPendingPromise = (): Promise<never> => new Promise(() => undefined);

/** Lifetime of a simulated window. It ends at a chosen disk request and aborts the window's uncommitted transactions. */
export class WindowLifetime {
  isOver = false;
  readonly ended: Promise<void>;
  #left = Infinity;
  #tellEnd: () => void = () => undefined;
  readonly #begun = new Set<IDBTransaction>();

  constructor() {
    this.ended = new Promise((resolve) => (this.#tellEnd = resolve));
  }

  endsAfter(requests: number): void {
    this.#left = requests;
  }

  end(): void {
    this.isOver = true;
    for (const transaction of this.#begun)
      try {
        transaction.abort();
      } catch {
        // Ignored: the transaction has already ended.
      }
    this.#begun.clear();
    this.#tellEnd();
  }

  recordTransaction(transaction: DBCoreTransaction): void {
    const own = transaction as unknown as IDBTransaction;
    this.#begun.add(own);
    for (const event of ['complete', 'abort'])
      own.addEventListener(event, () => void this.#begun.delete(own));
  }

  requestOrDie<Result>(request: () => Promise<Result>): Promise<Result> {
    if (!this.isOver && (this.#left -= 1) < 0) this.end();
    return this.isOver ? createPendingPromise() : request();
  }
}

/** Returns middleware that lets every disk request of the window pass only during its lifetime. */
export const createLifetimeMiddleware = (life: WindowLifetime): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'mortal',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) => {
      const transaction = core.transaction(stores, mode, options);
      life.recordTransaction(transaction);
      return transaction;
    },
    table: (name) => {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) => life.requestOrDie(() => table.mutate(request)),
        get: (request) => life.requestOrDie(() => table.get(request)),
        getMany: (request) => life.requestOrDie(() => table.getMany(request)),
        query: (request) => life.requestOrDie(() => table.query(request)),
        openCursor: (request) => life.requestOrDie(() => table.openCursor(request)),
        count: (request) => life.requestOrDie(() => table.count(request)),
      };
    },
  }),
});
