import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { findFreePort } from '#tests/support/server/server-process.ts';

/** Interval of polling in ms. This file implements the parts of W3C WebDriver that the WebKit tests need. */

const POLL_MS = 20;
const READY_TIMEOUT_MS = 20_000;
const ELEMENT_IDENTIFIER_KEY = 'element-6066-11e4-a52e-4f735466cecf';

const WebDriverError = z.object({ error: z.string(), message: z.string() });
const CreatedSession = z.object({ sessionId: z.string() });
const ElementReference = z.object({ [ELEMENT_IDENTIFIER_KEY]: z.string() });
const EvaluationResult = z.union([z.object({ failed: z.string() }), z.object({ value: z.unknown() })]);

export type ElementId = string;

/** Error response of the driver; `code` is an error code of the WebDriver standard. */
export class DriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.name = 'DriverError';
    this.code = code;
  }
}

/**
 * Returns the source of an async WebDriver script, which returns its result through its last argument. The function is part of
 * the script, because the page's policy forbids evaluating text.
 */
const createAsyncScript = (source: string) => `const [given, done] = arguments;
  Promise.resolve().then(() => (${source})(...given)).then(
    (value) => done({ value: value ?? null }),
    (error) => done({ failed: String(error) }));`;

export class Driver {
  readonly #process: ChildProcess;
  readonly #address: string;

  private constructor(process: ChildProcess, address: string) {
    this.#process = process;
    this.#address = address;
  }

  static async start(environment: NodeJS.ProcessEnv): Promise<Driver> {
    const port = await findFreePort();
    const child = spawn('WebKitWebDriver', [`--port=${port}`], { env: environment, stdio: 'ignore' });
    const driver = new Driver(child, `http://127.0.0.1:${port}`);
    const giveUpAt = Date.now() + READY_TIMEOUT_MS;
    while (!(await driver.#answers())) {
      if (Date.now() > giveUpAt || child.exitCode !== null)
        throw new Error('WebKitWebDriver does not answer');
      await pause(POLL_MS);
    }
    return driver;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  #answers(): Promise<boolean> {
    return fetch(`${this.#address}/status`).then(
      (response) => response.ok,
      () => false,
    );
  }

  async begin(binary: string, args: readonly string[]): Promise<WebDriverSession> {
    const alwaysMatch = { browserName: 'host', 'webkitgtk:browserOptions': { binary, args } };
    const { sessionId } = CreatedSession.parse(
      await this.call('POST', '/session', { capabilities: { alwaysMatch } }),
    );
    return new WebDriverSession((method, path, body) =>
      this.call(method, `/session/${sessionId}${path}`, body),
    );
  }

  async call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#address}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    const failed = WebDriverError.safeParse(value);
    if (!response.ok && failed.success) throw new DriverError(failed.data.error, failed.data.message);
    return value;
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill();
    await exited;
  }
}

type DriverCall = (method: string, path: string, body?: object) => Promise<unknown>;

export class WebDriverSession {
  readonly #call: DriverCall;

  constructor(call: DriverCall) {
    this.#call = call;
  }

  async goto(url: string): Promise<void> {
    await this.#call('POST', '/url', { url });
  }

  async reload(): Promise<void> {
    await this.#call('POST', '/refresh', {});
  }

  /** Runs a function in the page. Like in Playwright's `evaluate`, the function cannot use variables of the test. */
  async evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const script = createAsyncScript(String(run));
    const evaluated = EvaluationResult.parse(
      await this.#call('POST', '/execute/async', { script, args: [args] }),
    );
    if ('failed' in evaluated) throw new Error(evaluated.failed);
    return evaluated.value as Result;
  }

  async find<Args extends unknown[]>(
    run: (...args: Args) => Element | null,
    ...args: Args
  ): Promise<ElementId | null> {
    const script = `return (${String(run)})(...arguments);`;
    const found = ElementReference.safeParse(await this.#call('POST', '/execute/sync', { script, args }));
    return found.success ? found.data[ELEMENT_IDENTIFIER_KEY] : null;
  }

  async click(element: ElementId): Promise<void> {
    await this.#call('POST', `/element/${element}/click`, {});
  }

  /** Types into a field; for a file field, the text is the file's path. */
  async type(element: ElementId, text: string): Promise<void> {
    await this.#call('POST', `/element/${element}/value`, { text });
  }

  /** Presses keys at human speed; the app takes faster keys for a card reader's. */
  async keys(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
      { type: 'pause', duration: 60 },
    ]);
    await this.#call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async drag(points: readonly { readonly x: number; readonly y: number }[]): Promise<void> {
    const move = ({ x, y }: { x: number; y: number }) => ({
      type: 'pointerMove',
      duration: 20,
      x: Math.round(x),
      y: Math.round(y),
    });
    const [first, ...rest] = points.map(move);
    const actions = [first, { type: 'pointerDown', button: 0 }, ...rest, { type: 'pointerUp', button: 0 }];
    await this.#call('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  }

  async openTab(): Promise<string> {
    const opened = await this.#call('POST', '/window/new', { type: 'tab' });
    return z.object({ handle: z.string() }).parse(opened).handle;
  }

  async currentTab(): Promise<string> {
    return z.string().parse(await this.#call('GET', '/window'));
  }

  async showTab(handle: string): Promise<void> {
    await this.#call('POST', '/window', { handle });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(z.string().parse(await this.#call('GET', '/screenshot')), 'base64');
  }

  async end(): Promise<void> {
    await this.#call('DELETE', '');
  }
}
