import { elementById } from '#verification/elements.ts';
import { INITIAL_STATE, isReloadDue, nextBoardState, pollDelayMs } from './board-state.ts';
import { requestBoardView, servesOtherPage } from './request-view.ts';
import { showBoard } from './show-board.ts';
import { createBoardSound } from './sound.ts';

const CLOCK_INTERVAL_MS = 1_000;

const ownVersion = document.documentElement.dataset['version'] ?? '';
const sound = createBoardSound();
/** Time at which the page opened or last checked which version of the page the server delivers, ms since the epoch. */
let versionCheckedAt = Date.now();
let state = INITIAL_STATE;
let timer: ReturnType<typeof setTimeout> | undefined;
let isRequesting = false;

const tokenInAddress = (): string => location.hash.slice(1);

async function reloadIfDue(): Promise<void> {
  if (!isReloadDue(state, ownVersion, versionCheckedAt, Date.now())) return;
  versionCheckedAt = Date.now();
  if (await servesOtherPage(ownVersion)) location.reload();
}

async function requestAndShow(): Promise<void> {
  const token = tokenInAddress();
  const response = await requestBoardView(token, state.etag);
  // The user entered another link in the meantime.
  if (token !== tokenInAddress()) return;
  const step = nextBoardState(state, response, Date.now());
  state = step.state;
  showBoard(state, step.arrived, Date.now());
  if (step.arrived.length > 0) sound.play().then(showSound, reportError);
  await reloadIfDue();
}

/** Requests the calls now, and again after the delay from `pollDelayMs`; at most one request runs at a time. */
async function poll(): Promise<void> {
  if (isRequesting) return;
  isRequesting = true;
  clearTimeout(timer);
  try {
    await requestAndShow();
  } catch (error) {
    reportError(error);
  } finally {
    isRequesting = false;
    // An error must not end the requests, because no user is at the screen to reload the page.
    timer = setTimeout(() => void poll(), pollDelayMs(state, Math.random()));
  }
}

/** Keeps the screen on where the browser can. The browser releases the lock when the page is hidden. */
function keepScreenOn(): void {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
  // A tablet on battery may reject the lock. The page then works without the lock, and the screen may switch off.
  navigator.wakeLock.request('screen').catch(() => undefined);
}

function showSound(isOn: boolean): void {
  const button = elementById('sound');
  // A press switches the sound only on, so the button is disabled while it is on.
  button.toggleAttribute('disabled', isOn);
  button.textContent = isOn ? 'Sonido activado' : 'Activar sonido';
}

async function switchSoundOn(): Promise<void> {
  const isOn = await sound.switchOn();
  showSound(isOn);
  elementById('sound-note').textContent = isOn ? '' : 'Este navegador no deja sonar la página.';
}

function startPage(): void {
  elementById('sound').addEventListener('click', () => void switchSoundOn());
  sound.restore().then(showSound, reportError);
  addEventListener('online', () => void poll());
  addEventListener('hashchange', () => {
    state = INITIAL_STATE;
    showBoard(state, [], Date.now());
    void poll();
  });
  document.addEventListener('visibilitychange', () => {
    keepScreenOn();
    if (document.visibilityState === 'visible') void poll();
  });
  setInterval(() => showBoard(state, [], Date.now()), CLOCK_INTERVAL_MS);
  keepScreenOn();
  showBoard(state, [], Date.now());
  void poll();
}

startPage();
