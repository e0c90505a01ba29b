// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const TOKEN = 'A'.repeat(43);
const NOW = Date.parse('2026-03-10T10:42:30-05:00');
const createCall = (nth: number, changes: object = {}) => ({
  id: `0195f3a0-0000-7000-8000-00000000000${nth}`,
  turn: `B-${nth}`,
  name: null,
  room: 'Consultorio 2',
  called_at: new Date(NOW - nth * 1_000).toISOString(),
  ...changes,
});
let calls: object[] = [];
let respond: (url?: string) => Response | Promise<Response>;
const createViewResponse = (page_version = '', serverNow = Date.now()) =>
  Response.json(
    {
      clinic: 'IPS Alisos',
      branch: 'Bogotá',
      server_time: new Date(serverNow).toISOString(),
      page_version,
      calls,
    },
    { headers: { etag: '"1"' } },
  );
const requests: { url: string; headers: Headers }[] = [];
const started: number[] = [];
const contexts: FakeAudioContext[] = [];
const reportedErrors = vi.fn();

/** States if the browser allows sound; without a press of the user it does not, and `resume` stays pending. */
let isSoundAllowed = true;
class FakeAudioContext {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  constructor() {
    contexts.push(this);
  }
  private waiting: (() => void)[] = [];
  resume() {
    return new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      if (!isSoundAllowed) return;
      this.state = 'running';
      // Once sound is allowed, the promises of earlier `resume` calls resolve too.
      for (const each of this.waiting.splice(0)) each();
    });
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: () => undefined };
  }
  createOscillator() {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: (next: object) => next,
      start: () => started.push(frequency.value),
      stop: () => undefined,
    };
  }
}

const textOf = (id: string) => document.getElementById(id)?.textContent ?? '';

async function openBoardPage(historyState: object | null = null): Promise<void> {
  const html = readFileSync(path.join(import.meta.dirname, 'page.html'), 'utf8');
  document.body.innerHTML = html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>'));
  history.replaceState(historyState, '', `/board#${TOKEN}`);
  vi.resetModules();
  await import('./page.ts');
  await vi.advanceTimersByTimeAsync(10);
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  [calls, respond] = [[createCall(4)], () => createViewResponse()];
  requests.length = 0;
  started.length = 0;
  isSoundAllowed = true;
  vi.stubGlobal('AudioContext', FakeAudioContext);
  // happy-dom has no `reportError`.
  vi.stubGlobal('reportError', reportedErrors);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, headers: new Headers(init.headers) });
    return Promise.resolve(respond(url));
  });
});
afterEach(() => {
  expect(reportedErrors).not.toHaveBeenCalled();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('P10.405 the board shows the current call, the previous calls and the clock, and sends its token only as a header', async () => {
  calls = [createCall(1, { name: 'Ana G.' }), createCall(2, { turn: null, name: 'Óscar P.' })];
  await openBoardPage();
  expect([textOf('number'), textOf('name'), textOf('room')]).toEqual(['B-1', 'Ana G.', 'Consultorio 2']);
  expect(textOf('previous')).toContain('Óscar P.Consultorio 210:42');
  expect([textOf('clinic'), textOf('branch'), textOf('clock')]).toEqual(['IPS Alisos', 'Bogotá', '10:42']);
  expect(requests[0]?.url).toBe('/api/v1/board');
  expect(requests[0]?.headers.get('x-board-token')).toBe(TOKEN);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(requests[1]?.headers.get('if-none-match')).toBe('"1"');
});

it('P10.402 the board announces a new call as text at once, but with a sound only after a press of ‘Activar sonido’', async () => {
  await openBoardPage();
  calls = [createCall(3), createCall(4)];
  await vi.advanceTimersByTimeAsync(3_100);
  expect([textOf('number'), textOf('announcement'), started.length]).toEqual([
    'B-3',
    'B-3, Consultorio 2',
    0,
  ]);
  document.getElementById('sound')?.click();
  await vi.advanceTimersByTimeAsync(600);
  expect([textOf('sound'), started.length]).toEqual(['Sonido activado', 2]);
  calls = [createCall(2), createCall(3), createCall(4)];
  await vi.advanceTimersByTimeAsync(3_100);
  expect(started).toEqual([880, 660, 880, 660]);
});

it("P10.402 after a reload, the board plays no sound until the user presses 'Activar sonido', and then plays it once", async () => {
  isSoundAllowed = false;
  await openBoardPage({ isSoundOn: true });
  for (const nth of [3, 2]) {
    calls = [createCall(nth), ...calls];
    await vi.advanceTimersByTimeAsync(3_100);
  }
  await vi.advanceTimersByTimeAsync(600);
  expect([textOf('sound'), started.length]).toEqual(['Activar sonido', 0]);
  isSoundAllowed = true;
  document.getElementById('sound')?.click();
  await vi.advanceTimersByTimeAsync(600);
  expect([textOf('sound'), started]).toEqual(['Sonido activado', [880, 660]]);
});

it("P10.402 the board's sound button is disabled while the sound is on, and asks for another press when the browser suspends the sound", async () => {
  await openBoardPage();
  const button = document.querySelector<HTMLButtonElement>('#sound');
  button?.click();
  await vi.advanceTimersByTimeAsync(600);
  expect(button?.disabled).toBe(true);
  expect(button?.hasAttribute('aria-pressed')).toBe(false);
  contexts.forEach((context) => (context.state = 'suspended'));
  isSoundAllowed = false;
  calls = [createCall(3), createCall(4)];
  await vi.advanceTimersByTimeAsync(3_700);
  expect([textOf('sound'), button?.disabled]).toEqual(['Activar sonido', false]);
});

it('P10.403 a 304 response corrects the clock of a board whose device clock was wrong', async () => {
  vi.setSystemTime(0);
  respond = () => createViewResponse('', NOW);
  await openBoardPage();
  vi.setSystemTime(NOW);
  respond = () => new Response(null, { status: 304, headers: { date: new Date(NOW).toUTCString() } });
  await vi.advanceTimersByTimeAsync(4_000);
  expect([textOf('clock'), textOf('number')]).toEqual(['10:42', 'B-4']);
});

it('P10.404 the board reloads only when the server serves another version of its page than the open one', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  await openBoardPage();
  let served = '<html data-version="">';
  respond = (url = '') => (url === location.pathname ? new Response(served) : createViewResponse('v2'));
  const pageRequests = () => requests.filter(({ url }) => url === location.pathname).length;
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  expect([reload.mock.calls.length, pageRequests()]).toEqual([0, 1]);
  served = '<html data-version="v2">';
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(reload).toHaveBeenCalled();
});

it('P10.403 the board keeps its calls while the network is missing, and updates them when the network returns', async () => {
  await openBoardPage();
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(textOf('link')).toBe('Sin conexión desde las 10:42');
  expect(textOf('number')).toBe('B-4');
  respond = () => createViewResponse();
  calls = [createCall(3), createCall(4)];
  await vi.advanceTimersByTimeAsync(31_000);
  expect([textOf('link'), textOf('number')]).toEqual(['', 'B-3']);
  expect(document.getElementById('link')?.hidden).toBe(true);
});

it.each([
  ['the server’s 404', () => Response.json({ code: 'not_found', message: '' }, { status: 404 }), true],
  ['a gateway’s 404', () => new Response('<html>', { status: 404 }), false],
  ['a limit', () => Response.json({ code: 'rate_limited', message: '' }, { status: 429 }), false],
  ['a page of another program', () => new Response('<html>'), false],
])(
  'P10.393 after %s the board removes its calls only if its link was revoked',
  async (_what, response, isRevoked) => {
    await openBoardPage();
    respond = response;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(textOf('link').startsWith('Este enlace ya no sirve')).toBe(isRevoked);
    expect(document.getElementById('calls')?.hidden).toBe(isRevoked);
  },
);
