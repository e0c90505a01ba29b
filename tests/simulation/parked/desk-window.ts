import vm from 'node:vm';
import * as dexie from 'dexie';
import { Dexie, type DBCore, type DBCoreTransaction, type Middleware } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { build, type Plugin } from 'vite';
import { promptCrypto } from './prompt-crypto.ts';
import type * as windowProgram from './window-program.ts';

export type WindowProgram = typeof windowProgram;
/** Starts the program once more, with a memory of its own. */
export type Opens<Program> = (randomUUID?: () => string) => Program;
export type OpenWindow = Opens<WindowProgram>;

const ENTRY = 'tests/simulation/parked/window-program.ts';

/** A part of the product's source that is not as it should be, to show that the simulation would notice. */
export interface SourceMutation {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** @throws Error where the product no longer has what is to be broken */
const breaking = ({ file, from, to }: SourceMutation): Plugin => ({
  name: 'breaking',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith(file)) return null;
    if (!code.includes(from)) throw new Error(`${file} has no '${from}' any more`);
    return code.replace(from, to);
  },
});

async function bundle(entry: string, mutation: SourceMutation | null): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: mutation ? [breaking(mutation)] : [],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'deskWindow', fileName: 'window' },
      // Of Dexie there is one in a process: each copy would hear of each commit of every other.
      rolldownOptions: { external: ['dexie'], output: { codeSplitting: false, globals: { dexie: 'dexie' } } },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (!chunk) throw new Error('the window has no program');
  return chunk.code;
}

/** A simulated window waits for nothing but the disk. */
const atOnce = (run: () => void) => setTimeout(run);

/** One program for all windows: compiled once, and gone with its window. */
export const windowOpener = (mutation: SourceMutation | null = null): Promise<OpenWindow> =>
  programOpener<WindowProgram>(ENTRY, mutation);

/** The same of another program. */
export async function programOpener<Program>(
  entry: string,
  mutation: SourceMutation | null,
): Promise<Opens<Program>> {
  const code = await bundle(entry, mutation);
  const program = new vm.Script(`((crypto, dexie, setTimeout) => {${code}\nreturn deskWindow;})`);
  return (randomUUID = promptCrypto.randomUUID) => {
    const start = program.runInThisContext() as (
      crypto: Omit<typeof promptCrypto, 'randomUUID'> & { readonly randomUUID: () => string },
      library: typeof dexie,
      timer: typeof atOnce,
    ) => Program;
    return start({ ...promptCrypto, randomUUID }, dexie, atOnce);
  };
}

/** An empty device: every window that opens from now on is of it. */
export function newDevice(): void {
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
}

/** Never answers: whoever waits for it is dead. One each, or whoever died would be held on to. */
const silence = (): Promise<never> => new Promise(() => undefined);

/** A window's life: it ends before one of its requests to the disk, and takes with it what it had not committed. */
export class Life {
  isOver = false;
  readonly ended: Promise<void>;
  #left = Infinity;
  #tellEnd: () => void = () => undefined;
  readonly #begun = new Set<IDBTransaction>();

  constructor() {
    this.ended = new Promise((resolve) => (this.#tellEnd = resolve));
  }

  /** After so many requests more. */
  endsAfter(requests: number): void {
    this.#left = requests;
  }

  end(): void {
    this.isOver = true;
    for (const transaction of this.#begun)
      try {
        transaction.abort();
      } catch {
        // It had ended already.
      }
    this.#begun.clear();
    this.#tellEnd();
  }

  begins(transaction: DBCoreTransaction): void {
    const own = transaction as unknown as IDBTransaction;
    this.#begun.add(own);
    for (const event of ['complete', 'abort'])
      own.addEventListener(event, () => void this.#begun.delete(own));
  }

  goesOn<Result>(request: () => Promise<Result>): Promise<Result> {
    if (!this.isOver && (this.#left -= 1) < 0) this.end();
    return this.isOver ? silence() : request();
  }
}

/** Every request of the window's goes by its life. */
export const mortal = (life: Life): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'mortal',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) => {
      const transaction = core.transaction(stores, mode, options);
      life.begins(transaction);
      return transaction;
    },
    table: (name) => {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) => life.goesOn(() => table.mutate(request)),
        get: (request) => life.goesOn(() => table.get(request)),
        getMany: (request) => life.goesOn(() => table.getMany(request)),
        query: (request) => life.goesOn(() => table.query(request)),
        openCursor: (request) => life.goesOn(() => table.openCursor(request)),
        count: (request) => life.goesOn(() => table.count(request)),
      };
    },
  }),
});
