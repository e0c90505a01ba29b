const TONES_HZ = [880, 660] as const;
const TONE_SECONDS = 0.45;
const VOLUME = 0.5;

/**
 * Stores in the history entry that a user switched the sound on. The history entry survives a reload, and a page without a
 * session uses no storage of the browser.
 */
const rememberSoundOn = (): void => history.replaceState({ isSoundOn: true }, '');
const wasSoundOn = (): boolean =>
  (history.state as { readonly isSoundOn?: boolean } | null)?.isSoundOn === true;

export interface BoardSound {
  /** Switches the sound on. Browsers require the press of a user. */
  readonly switchOn: () => Promise<boolean>;
  /** Switches the sound on again after a reload, if the browser allows it without a press. */
  readonly restore: () => Promise<boolean>;
  /**
   * Plays the tones of a new call if the browser allows sound now; otherwise this call stays silent. Returns true if the tones
   * play.
   */
  readonly play: () => Promise<boolean>;
}

const isRunning = ({ state }: AudioContext): boolean => state === 'running';

function playTones(context: AudioContext): void {
  TONES_HZ.forEach((frequency, index) => {
    const start = context.currentTime + index * TONE_SECONDS;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  });
}

/** Creates the sound of new calls. It needs no file; `switchOn` returns false if the browser has no sound. */
export function createBoardSound(): BoardSound {
  let context: AudioContext | null = null;
  const open = async (): Promise<AudioContext | null> => {
    if (!('AudioContext' in globalThis)) return null;
    context ??= new AudioContext();
    if (isRunning(context)) return context;
    // Browsers suspend the sound when the screen sleeps, and after a reload. Without a press, `resume` waits forever; the state then stays 'suspended'.
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))]);
    return isRunning(context) ? context : null;
  };
  const openAndPlay = async (): Promise<boolean> => {
    const running = await open();
    if (running) playTones(running);
    return running !== null;
  };
  return {
    switchOn: async () => {
      const isOn = await openAndPlay();
      if (isOn) rememberSoundOn();
      return isOn;
    },
    restore: async () => wasSoundOn() && (await open()) !== null,
    play: async () => context !== null && openAndPlay(),
  };
}
